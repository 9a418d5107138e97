import { SourcedIndex } from '../support/sourced-index.ts';
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
