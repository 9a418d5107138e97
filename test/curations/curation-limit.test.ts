import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Curations } from '../../src/curations/curations.ts';
import { limits } from '../../src/limits.ts';
import type { EngineRecord } from '../../src/store/port.ts';
import { storedEngine } from '../support/stored-engine.ts';

const changeOf = (engine: EngineRecord) => ({ engine, author: 'private-key', precondition: undefined });

test('an engine has at most 2,000 curations', async (t) => {
  const { store, engine } = await storedEngine(t, ['a'], async ({ tuning }, engineId) => {
    // Without the history of versions: each would hold all curations.
    for (let n = 1; n < limits.curations; n++) {
      const curation = { id: `cur-${n}`, queries: [`${n}`], promoted: ['a'], hidden: [] };
      await tuning.putCuration(engineId, curation, [`${n}`]);
    }
  });
  const curations = new Curations(store);
  const request = (query: string) => ({ queries: [query], promoted: ['a'], hidden: [] });
  await curations.create(changeOf(engine), request('the last'));
  await assert.rejects(curations.create(changeOf(engine), request('one more')), {
    status: 400,
    body: { errors: ['Cannot exceed 2,000 curations in an engine'] },
  });
  await curations.delete(changeOf(engine), 'cur-1');
  await curations.create(changeOf(engine), request('one more'));
});

test('the tuning of an engine has at most 1,000,000 bytes, and can shrink at any time', async (t) => {
  const ids = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(limits.documentIdLength - 1, 'x'));
  const { store, engine } = await storedEngine(t, ids);
  const curations = new Curations(store);
  const request = (n: number) => ({
    queries: [`query ${n}`],
    promoted: ids.slice(0, limits.curatedDocuments),
    hidden: ids.slice(limits.curatedDocuments),
  });
  const made = [];
  // About 80,000 bytes each.
  for (let n = 0; n < 12; n++) made.push(await curations.create(changeOf(engine), request(n)));
  const tooLarge = {
    status: 400,
    body: {
      errors: ['Search settings, synonyms and curations of an engine cannot exceed 1,000,000 bytes as JSON'],
    },
  };
  await assert.rejects(curations.create(changeOf(engine), request(12)), tooLarge);
  assert.equal((await curations.page(engine, { offset: 0, limit: 0 })).total, 12);
  await curations.delete(changeOf(engine), made[0]?.id ?? '');
  await curations.create(changeOf(engine), request(12));
});
