import assert from 'node:assert/strict';
import type { Answer } from '../support/service.ts';
import type { Model } from './model.ts';
import type { Operation } from './operations.ts';
import type { SynonymSet } from './tuning-model.ts';

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;
type TuningOperation = Extract<
  Operation,
  { readonly kind: 'settings' | 'reset settings' | 'synonyms' | 'curation' }
>;

/** Changes settings, synonym sets or curations of the service and of the model. A refused change changes nothing. */
export async function changeTuning(model: Model, call: Call, operation: TuningOperation): Promise<void> {
  const { tuning } = model;
  switch (operation.kind) {
    case 'settings': {
      const isAccepted = tuning.accepts(operation.sections, model.schema);
      const { status } = await call('PUT', '/search_settings', operation.sections);
      assert.equal(status, isAccepted ? 200 : 400);
      if (isAccepted) tuning.settings = { ...tuning.settings, ...operation.sections };
      break;
    }
    case 'reset settings':
      assert.equal((await call('POST', '/search_settings/reset')).status, 200);
      tuning.settings = {};
      break;
    case 'synonyms':
      tuning.sets = await changeSets(tuning.sets, call, operation.at, operation.terms);
      break;
    case 'curation': {
      const { curation, at } = operation;
      const old = tuning.curations[at];
      if (curation === null) {
        if (old === undefined) return;
        assert.deepEqual((await call('DELETE', `/curations/${old.id}`)).json, { deleted: true });
        tuning.curations = tuning.curations.filter((other) => other !== old);
        break;
      }
      const exists = (id: string): boolean => model.documents.has(id);
      const isAccepted = tuning.acceptsCuration({ ...curation, id: old?.id }, exists);
      const { status, json, text } = await (old === undefined
        ? call('POST', '/curations', curation)
        : call('PUT', `/curations/${old.id}`, curation));
      assert.equal(status, isAccepted ? 200 : 400, text);
      if (!isAccepted) break;
      const stored = { ...curation, id: json.id };
      tuning.curations =
        old === undefined
          ? [...tuning.curations, stored]
          : tuning.curations.map((other) => (other === old ? stored : other));
    }
  }
  await compareTuning(model, call);
}

async function changeSets(
  sets: readonly SynonymSet[],
  call: Call,
  at: number,
  synonyms: readonly string[] | null,
): Promise<readonly SynonymSet[]> {
  const old = sets[at];
  if (synonyms === null) {
    if (old === undefined) return sets;
    assert.deepEqual((await call('DELETE', `/synonyms/${old.id}`)).json, { deleted: true });
    return sets.filter((other) => other !== old);
  }
  const { status, json } = await (old === undefined
    ? call('POST', '/synonyms', { synonyms })
    : call('PUT', `/synonyms/${old.id}`, { synonyms }));
  assert.equal(status, synonyms.length < 2 ? 400 : 200);
  if (status === 400) return sets;
  const stored = { id: json.id, synonyms };
  return old === undefined ? [...sets, stored] : sets.map((other) => (other === old ? stored : other));
}

/** Compares settings, synonym sets and curations with the model. */
export async function compareTuning({ tuning, schema }: Model, call: Call): Promise<void> {
  const { warnings, ...settings } = (await call('GET', '/search_settings')).json;
  assert.deepEqual(settings, tuning.shownSettings(schema));
  assert.equal(warnings !== undefined, tuning.hasStaleEntries(schema));
  assert.deepEqual((await call('GET', '/synonyms')).json.results, tuning.sets);
  const curations = (await call('GET', '/curations')).json.results;
  assert.deepEqual(curations, tuning.curations);
}
