import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '../../dashboard/src/api/errors.ts';
import {
  changedSections,
  defaultSettings,
  type SearchSettings,
  type Sections,
} from '../../dashboard/src/search-settings/settings.ts';
import {
  draftOf,
  edited,
  isChanged,
  rebased,
  undone,
  unsaved,
} from '../../dashboard/src/search-settings/settings-draft.ts';
import {
  restoreDefaults,
  type SettingsApi,
  saveDraft,
  undoSave,
} from '../../dashboard/src/search-settings/settings-save.ts';

const SCHEMA = { title: 'text', constructor: 'text', visitors: 'number' } as const;
const DEFAULTS = defaultSettings(SCHEMA);
const weights = (title: number): Sections => ({
  search_fields: { ...DEFAULTS.search_fields, title: { weight: title } },
});

/** The API with one engine, and the calls it received. */
function fakeApi(stored: Sections = {}) {
  let sections = stored;
  let version = 1;
  const calls: string[] = [];
  let before = (): void => undefined;
  const now = (): SearchSettings => ({ ...DEFAULTS, ...sections });
  const check = (stated: string | null): void => {
    if (stated !== `${version}`)
      throw new ApiError(409, ['Changed.'], { current: now(), version: `${version}` });
  };
  const set = (next: Sections, call: string): void => {
    sections = next;
    version++;
    calls.push(call);
  };
  const api: SettingsApi = {
    get: async () => ({ data: now(), version: `${version}` }),
    async put(change, stated) {
      check(stated);
      set({ ...sections, ...change }, `put ${Object.keys(change)}`);
      return now();
    },
    async reset(stated) {
      before();
      check(stated);
      set({}, 'reset');
      return now();
    },
    configurationVersion: async () => `configuration ${version}`,
    async replace(next, stated) {
      before();
      check(stated?.replace('configuration ', '') ?? null);
      set(next, `replace ${Object.keys(next)}`);
    },
  };
  return {
    api,
    calls,
    now,
    stored: () => sections,
    draft: () => draftOf(now(), `${version}`),
    seen: () => ({ data: now(), version: `${version}` }),
    /** A change by someone else. */
    other: (change: Sections) => set({ ...sections, ...change }, 'other'),
    /** A change by someone else between the read and the write of a reset or replacement. */
    otherBetween(change: Sections): void {
      before = () => {
        before = () => undefined;
        set({ ...sections, ...change }, 'other');
      };
    },
  };
}

suite('a draft of search settings', () => {
  const empty = draftOf(DEFAULTS, '1');

  test('has the sections that differ from the saved ones', () => {
    assert.equal(isChanged(empty), false);
    const draft = edited(edited(empty, weights(5), 'weight title'), { precision: 4 }, 'precision');
    assert.deepEqual(unsaved(draft), { ...weights(5), precision: 4 });
    const back = edited(draft, { precision: 2 }, 'precision');
    assert.deepEqual(Object.keys(unsaved(back)), ['search_fields']);
    assert.equal(isChanged(edited(back, weights(1), 'weight title')), false, 'set back by hand');
  });

  test('is undone step by step; edits of the same part are one step', () => {
    let draft = edited(empty, { precision: 4 }, 'precision');
    for (const weight of [2, 3, 4]) draft = edited(draft, weights(weight), 'weight title');
    assert.equal(draft.past.length, 2);
    draft = undone(draft);
    assert.deepEqual(draft.value, { ...DEFAULTS, precision: 4 });
    // The same part again, after an undo, is a new step.
    draft = undone(edited(draft, { precision: 6 }, 'precision'));
    assert.equal(draft.value.precision, 4);
    draft = undone(undone(draft));
    assert.deepEqual([draft.value, draft.past], [DEFAULTS, []]);
  });

  test('keeps a limited number of steps', () => {
    let draft = empty;
    for (let at = 0; at < 100; at++) draft = edited(draft, { precision: (at % 11) + 1 }, `${at}`);
    assert.equal(draft.past.length, 30);
  });

  test('an edit that changes nothing is no step', () => {
    assert.equal(edited(empty, weights(1), 'weight title'), empty);
  });

  test('is rebased on the settings that someone else saved', () => {
    const draft = edited(empty, { precision: 4 }, 'precision');
    const theirs = { ...DEFAULTS, ...weights(7), precision: 9 };
    const next = rebased(draft, theirs, '2');
    assert.deepEqual(next.value, { ...theirs, precision: 4 });
    assert.deepEqual([unsaved(next), next.version], [{ precision: 4 }, '2']);
  });

  test('survives a reload as JSON', () => {
    const draft = edited(empty, weights(2.5), 'weight title');
    assert.deepEqual(JSON.parse(JSON.stringify(draft)), draft);
  });
});

suite('saving a draft', () => {
  test('replaces the changed sections only, so that the others keep following the schema', async () => {
    const { api, calls, draft, stored } = fakeApi();
    const { before, after } = await saveDraft(api, edited(draft(), { precision: 4 }, 'precision'));
    assert.deepEqual([calls, stored()], [['put precision'], { precision: 4 }]);
    assert.deepEqual(changedSections(before, after), ['precision']);
  });

  test('is no conflict if someone else changed other sections', async () => {
    const { api, calls, draft, stored, other } = fakeApi();
    const mine = edited(draft(), { precision: 4 }, 'precision');
    other({ result_fields: {} });
    const { before } = await saveDraft(api, mine);
    assert.deepEqual(calls, ['other', 'put precision']);
    assert.deepEqual(stored(), { result_fields: {}, precision: 4 });
    assert.deepEqual(before.result_fields, {}, 'undo keeps their change');
  });

  test('is a conflict if someone else changed the same section', async () => {
    const { api, draft, now, other } = fakeApi();
    const mine = edited(draft(), { precision: 4 }, 'precision');
    other({ precision: 9 });
    await assert.rejects(saveDraft(api, mine), { status: 409, current: now(), version: '2' });
    assert.equal(now().precision, 9);
    await saveDraft(api, rebased(mine, now(), '2'));
    assert.equal(now().precision, 4);
  });

  test('succeeds if it was saved and only the response was lost', async () => {
    const { api, calls, draft, other } = fakeApi();
    const mine = edited(draft(), weights(5), 'weight title');
    other(weights(5));
    const { before, after } = await saveDraft(api, mine);
    assert.deepEqual(calls, ['other']);
    assert.deepEqual(changedSections(before, after), ['search_fields']);
  });
});

suite('undoing a save', () => {
  test('sends the previous values', async () => {
    const { api, calls, draft, stored } = fakeApi({ precision: 7 });
    const saved = await saveDraft(api, edited(draft(), { precision: 4 }, 'precision'));
    await undoSave(api, saved, SCHEMA);
    assert.deepEqual([calls, stored()], [['put precision', 'put precision'], { precision: 7 }]);
  });

  test('restores defaults as defaults, so that new fields are searched', async () => {
    const first = fakeApi();
    const saved = await saveDraft(first.api, edited(first.draft(), weights(5), 'weight title'));
    await undoSave(first.api, saved, SCHEMA);
    assert.deepEqual([first.calls.at(-1), first.stored()], ['reset', {}]);

    const second = fakeApi({ precision: 7 });
    const other = await saveDraft(second.api, edited(second.draft(), weights(5), 'weight title'));
    await undoSave(second.api, other, SCHEMA);
    assert.deepEqual([second.calls.at(-1), second.stored()], ['replace precision', { precision: 7 }]);
  });

  test('keeps what others have changed in other sections, and refuses if they changed the same', async () => {
    const { api, draft, now, other } = fakeApi({ precision: 7 });
    const saved = await saveDraft(api, edited(draft(), { precision: 4 }, 'precision'));
    other({ result_fields: {} });
    await undoSave(api, saved, SCHEMA);
    assert.deepEqual([now().precision, now().result_fields], [7, {}]);
    other({ precision: 11 });
    await assert.rejects(undoSave(api, saved, SCHEMA), /Nothing was undone/);
    assert.equal(now().precision, 11);
  });
});

suite('restoring defaults', () => {
  const RELEVANCE = ['search_fields', 'boosts', 'precision'] as const;
  const result_fields = { title: { raw: { size: 50 } } };

  test('keeps the sections of the other page', async () => {
    const { api, calls, stored, seen } = fakeApi({ ...weights(5), precision: 7, result_fields });
    const saved = await restoreDefaults(api, RELEVANCE, SCHEMA, seen());
    assert.deepEqual([calls, stored()], [['replace result_fields'], { result_fields }]);
    await undoSave(api, saved, SCHEMA);
    assert.deepEqual(stored(), { ...weights(5), precision: 7, result_fields });
  });

  test('resets everything if the other page has its defaults', async () => {
    const { api, calls, stored, seen } = fakeApi(weights(5));
    await restoreDefaults(api, RELEVANCE, SCHEMA, seen());
    assert.deepEqual([calls, stored()], [['reset'], {}]);
  });

  test('also of settings that were saved with the default values', async () => {
    const { api, stored, seen } = fakeApi(weights(1));
    await restoreDefaults(api, RELEVANCE, SCHEMA, seen());
    assert.deepEqual(stored(), {});
  });

  test('is refused if someone has changed the same sections since they were read', async () => {
    const { api, stored, seen, other } = fakeApi({ ...weights(5), result_fields });
    const old = seen();
    other({ precision: 9 });
    await assert.rejects(restoreDefaults(api, RELEVANCE, SCHEMA, old), /Nothing was restored/);
    assert.deepEqual(stored(), { ...weights(5), precision: 9, result_fields });
    await restoreDefaults(api, RELEVANCE, SCHEMA, seen());
    assert.deepEqual(stored(), { result_fields });
  });

  test('does not lose what someone saves between the read and the write', async () => {
    for (const stored of [{ ...weights(5), result_fields }, weights(5)]) {
      const same = fakeApi(stored);
      same.otherBetween({ precision: 9 });
      await assert.rejects(restoreDefaults(same.api, RELEVANCE, SCHEMA, same.seen()), /Nothing was restored/);
      assert.deepEqual(same.stored(), { ...stored, precision: 9 });

      const others = fakeApi(stored);
      others.otherBetween({ result_fields: {} });
      await restoreDefaults(others.api, RELEVANCE, SCHEMA, others.seen());
      assert.deepEqual(others.stored(), { result_fields: {} }, 'their section stays');
    }
  });

  test('follows the schema, whose changes are no conflict', async () => {
    const { api, stored, seen } = fakeApi({ precision: 7, result_fields });
    const { data, version } = seen();
    const old = { data: { ...data, search_fields: { title: { weight: 1 } } }, version };
    await restoreDefaults(api, RELEVANCE, SCHEMA, old);
    assert.deepEqual(stored(), { result_fields });
  });
});
