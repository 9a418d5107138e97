import assert from 'node:assert/strict';
import test from 'node:test';
import { pino } from 'pino';
import { CurationSuggestions } from '../../src/adaptive-relevance/curation-suggestions.ts';
import { DEFAULT_SETTINGS } from '../../src/adaptive-relevance/settings-request.ts';
import { ownerOf } from '../../src/adaptive-relevance/suggestion-step.ts';
import { SuggestionUpdates } from '../../src/adaptive-relevance/suggestion-updates.ts';
import { Curations } from '../../src/curations/curations.ts';
import { SUGGESTION_STATUSES } from '../../src/store/adaptive-port.ts';
import type { ClickedDocument, CurationRecord } from '../../src/store/port.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { storedEngine } from '../support/stored-engine.ts';
import { until } from '../support/until.ts';

const QUERIES = ['lake', 'pond', 'river'];
const IDS = ['a', 'b', 'c', 'd'];
const ALL = { offset: 0, limit: 100 };

// Clicks, changes of statuses and people who edit curations, in random order. Suggestions must leave alone what people
// have made, and say the truth about what they have made themselves.
test('suggestions never change what people have curated, unless they may', async (t) => {
  const random = new Random(announcedSeed('suggestions'));
  const { store, engine } = await storedEngine(t, IDS);
  const request = { engine, author: 'somebody', precondition: undefined };
  let clicks: readonly ClickedDocument[] = [];
  const source = { clickedDocuments: async () => clicks };
  const curations = new Curations(store);
  const suggestions = new CurationSuggestions(store);
  /** What people have made and nothing has replaced, by id. */
  const manual = new Map<string, CurationRecord>();

  const some = (): string[] => IDS.filter(() => random.next() < 0.4);
  const stored = async () => (await store.tuning.curations(engine.id, ALL)).results;

  const update = async (mode: 'manual' | 'automatic') => {
    const settings = { ...DEFAULT_SETTINGS, enabled: true, mode, maxSize: 2 };
    await store.transact({ engine: engine.id }, async ({ adaptive }) => {
      await adaptive.setSettings(engine.id, settings);
      await adaptive.setLastRun(engine.id, 0);
    });
    clicks = QUERIES.flatMap((term) =>
      some().map((documentId) => {
        const count = 1 + random.below(9);
        return { term, documentId, clicks: count, positions: [{ position: null, clicks: count }] };
      }),
    );
    const errors: unknown[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) });
    const updates = new SuggestionUpdates(store, source, log);
    updates.start(engine.id);
    const isOver = async () => errors.length > 0 || ((await store.adaptive.scheduled())[0]?.lastRun ?? 0) > 0;
    await until('suggestions are computed', isOver);
    await updates.close();
    assert.deepEqual(errors, []);
  };
  const changeStatus = async () => {
    const query = random.pick(QUERIES);
    const status = random.pick(SUGGESTION_STATUSES);
    const mayOverride = random.next() < 0.3;
    const sent = { query, type: 'curation', status };
    const before = await store.adaptive.suggestion(engine.id, query);
    const [result] = await suggestions.change(request, [{ sent, query, status, mayOverride, errors: [] }]);
    if (result === undefined || 'errors' in result) return;
    assert.equal(result.suggestion.status, status);
    const { curationId, applied } = result.suggestion;
    if (!mayOverride || applied === null || curationId === null || before?.applied) return;
    // The query of a curation that was made by hand has a curation of its own now.
    manual.delete(curationId);
    for (const [id, curation] of manual) {
      const queries = curation.queries.filter((one) => one !== query);
      if (queries.length > 0) manual.set(id, { ...curation, queries });
    }
  };
  const curateByHand = async () => {
    const taken = new Set((await stored()).flatMap(({ queries }) => queries));
    const queries = QUERIES.filter((query) => !taken.has(query)).slice(0, 1 + random.below(2));
    const promoted = some();
    if (queries.length === 0 || promoted.length === 0) return;
    const made = await curations.create(request, { queries, promoted, hidden: [] });
    manual.set(made.id, made);
  };
  const editByHand = async () => {
    const all = await stored();
    if (all.length === 0) return;
    const { id, queries } = random.pick(all);
    if (random.next() < 0.4) {
      await curations.delete(request, id);
      manual.delete(id);
    } else {
      manual.set(id, await curations.replace(request, id, { queries, promoted: ['a'], hidden: ['d'] }));
    }
  };

  const steps = repetitions('SUGGESTION_STEPS', 150);
  for (let step = 0; step < steps; step++) {
    const choice = random.below(6);
    if (choice < 2) await update(choice === 0 ? 'manual' : 'automatic');
    else if (choice < 4) await changeStatus();
    else if (choice === 4) await curateByHand();
    else await editByHand();

    const all = await stored();
    for (const [id, curation] of manual) {
      assert.deepEqual(
        all.find((one) => one.id === id),
        curation,
        `step ${step}`,
      );
    }
    for (const curation of all.filter(({ id }) => !manual.has(id))) {
      const [query = ''] = curation.queries;
      const suggestion = await store.adaptive.suggestion(engine.id, query);
      assert.equal(ownerOf(suggestion, curation), 'suggestion', `step ${step}: ${JSON.stringify(curation)}`);
    }
  }
});
