import assert from 'node:assert/strict';
import { Checkpoints } from '../../src/index/embedded/checkpoints/checkpoints.ts';
import { temporaryFolder } from '../support/folder.ts';
import { SourcedIndex } from '../support/sourced-index.ts';
import { admissionSuite } from './search-index/admission.ts';
import { restoreSuite } from './search-index/restoring.ts';
import { snapshotIsolationSuite } from './search-index/snapshot-isolation.ts';
import { storedChangeSuite } from './search-index/stored-changes.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

const embedded = async (t: { after(work: () => Promise<void>): void }): Promise<SourcedIndex> => {
  const index = new SourcedIndex();
  t.after(() => index.close());
  return index;
};
searchIndexConformance('the embedded engine', embedded);
snapshotIsolationSuite('the embedded engine', embedded);
storedChangeSuite('the embedded engine', embedded);

restoreSuite('the embedded engine with checkpoints', (t) => {
  const folder = temporaryFolder(t);
  return async () => {
    const index = new SourcedIndex({
      checkpoints: new Checkpoints({
        folder,
        identity: 'a store',
        covered: async () => {},
        say: (level, message) => assert.notEqual(level, 'error', message),
      }),
    });
    t.after(() => index.close());
    return index;
  };
});
admissionSuite('the embedded engine', async (t, memory) => {
  const index = new SourcedIndex({ memory });
  t.after(() => index.close());
  return index;
});
