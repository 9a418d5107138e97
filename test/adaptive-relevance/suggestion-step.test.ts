import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDue } from '../../src/adaptive-relevance/schedule.ts';
import { DEFAULT_SETTINGS } from '../../src/adaptive-relevance/settings-request.ts';
import { type Step, stepByClicks, stepByStatus } from '../../src/adaptive-relevance/suggestion-step.ts';
import type { CurationRecord, SuggestionRecord } from '../../src/store/port.ts';

const suggestion = (more: Partial<SuggestionRecord>): SuggestionRecord => ({
  query: 'lake',
  status: 'pending',
  operation: 'create',
  promoted: ['a'],
  curationId: null,
  applied: null,
  overridesManual: false,
  createdAt: 1,
  updatedAt: 1,
  ...more,
});
/** A suggestion that has made the curation `OWN`. */
const inForce = (more: Partial<SuggestionRecord> = {}): SuggestionRecord =>
  suggestion({ status: 'applied', curationId: 'cur-1', applied: ['a'], ...more });
const OWN: CurationRecord = { id: 'cur-1', queries: ['lake'], promoted: ['a'], hidden: [] };
const BY_HAND: CurationRecord = { id: 'cur-2', queries: ['Lake'], promoted: ['x'], hidden: [] };

/** A step in a few words: the status, the operation, the promoted ids, and what happens to the curation. */
const told = (step: Step): string => {
  if (step.kind !== 'put') return step.kind;
  const { status, operation, promoted, overridesManual } = step.next;
  return `${status} ${operation} [${promoted}]${overridesManual ? ' over manual' : ''}, ${step.curation}`;
};

suite('new clicks', () => {
  const CASES: ReadonlyArray<
    readonly [
      what: string,
      current: SuggestionRecord | undefined,
      curation: CurationRecord | undefined,
      proposal: readonly string[],
      manual: string,
      automatic: string,
    ]
  > = [
    [
      'a query without curation',
      undefined,
      undefined,
      ['a'],
      'pending create [a], stays',
      'automated create [a], apply',
    ],
    ['too few clicks', undefined, undefined, [], 'keep', 'keep'],
    [
      'a manual curation',
      undefined,
      BY_HAND,
      ['a'],
      'pending update [a] over manual, stays',
      'pending update [a] over manual, stays',
    ],
    ['a manual curation of the same documents', undefined, BY_HAND, ['x'], 'keep', 'keep'],
    ['the same again', suggestion({}), undefined, ['a'], 'keep', 'automated create [a], apply'],
    [
      'other documents',
      suggestion({}),
      undefined,
      ['b'],
      'pending create [b], stays',
      'automated create [b], apply',
    ],
    ['clicks that are gone', suggestion({}), undefined, [], 'remove', 'remove'],
    [
      'a manual curation in the meantime',
      suggestion({}),
      BY_HAND,
      ['a'],
      'pending update [a] over manual, stays',
      'pending update [a] over manual, stays',
    ],
    ['what was rejected', suggestion({ status: 'rejected' }), undefined, ['a'], 'keep', 'keep'],
    ['nothing new after a rejection', suggestion({ status: 'rejected' }), undefined, [], 'keep', 'keep'],
    [
      'something else than was rejected',
      suggestion({ status: 'rejected' }),
      undefined,
      ['b'],
      'pending create [b], stays',
      'automated create [b], apply',
    ],
    ['a disabled query', suggestion({ status: 'disabled' }), undefined, ['b'], 'keep', 'keep'],
    ['what is applied', inForce(), OWN, ['a'], 'keep', 'keep'],
    [
      'a change of what is applied',
      inForce(),
      OWN,
      ['b', 'a'],
      'pending update [b,a], stays',
      'automated update [b,a], apply',
    ],
    [
      'too few clicks for what is applied',
      inForce(),
      OWN,
      [],
      'pending delete [], stays',
      'automated delete [], apply',
    ],
    [
      'a change of what is automated',
      inForce({ status: 'automated' }),
      OWN,
      ['b'],
      'automated update [b], apply',
      'automated update [b], apply',
    ],
    [
      'too few clicks for what is automated',
      inForce({ status: 'automated' }),
      OWN,
      [],
      'automated delete [], apply',
      'automated delete [], apply',
    ],
    [
      'a suggested change that is not needed any more',
      inForce({ status: 'pending', operation: 'update', promoted: ['b'] }),
      OWN,
      ['a'],
      'applied update [a], stays',
      'applied update [a], stays',
    ],
    [
      'an automated curation that somebody changed',
      inForce({ status: 'automated' }),
      { ...OWN, hidden: ['z'] },
      ['b'],
      'pending update [b] over manual, stays',
      'pending update [b] over manual, stays',
    ],
    [
      'a changed curation of the same documents',
      inForce({ status: 'automated' }),
      { ...OWN, queries: ['lake', 'loch'] },
      ['a'],
      'remove',
      'remove',
    ],
    [
      'an applied curation that somebody deleted',
      inForce(),
      undefined,
      ['b'],
      'rejected create [a], stays',
      'rejected create [a], stays',
    ],
    [
      'an applied deletion',
      suggestion({ status: 'applied', operation: 'delete', promoted: [] }),
      undefined,
      [],
      'remove',
      'remove',
    ],
  ];
  for (const [what, current, curation, proposal, manual, automatic] of CASES) {
    test(`with ${what}`, () => {
      assert.equal(told(stepByClicks(current, curation, proposal, false)), manual, 'manual mode');
      assert.equal(told(stepByClicks(current, curation, proposal, true)), automatic, 'automatic mode');
    });
  }
});

suite('a change of the status', () => {
  const step = (current: SuggestionRecord, curation: CurationRecord | undefined, status: string) =>
    told(stepByStatus(current, curation, status as SuggestionRecord['status']));

  test('applies a suggestion', () => {
    for (const status of ['applied', 'automated']) {
      for (const from of ['pending', 'rejected', 'disabled'] as const) {
        assert.equal(step(suggestion({ status: from }), undefined, status), `${status} create [a], apply`);
      }
    }
  });

  test('withdraws the curation of a suggestion, unless somebody has changed it', () => {
    for (const status of ['pending', 'rejected', 'disabled']) {
      for (const from of ['applied', 'automated'] as const) {
        assert.equal(step(inForce({ status: from }), OWN, status), `${status} create [a], withdraw`);
        assert.equal(
          step(inForce({ status: from }), { ...OWN, promoted: ['a', 'b'] }, status),
          `${status} create [a], stays`,
        );
        assert.equal(step(inForce({ status: from }), undefined, status), `${status} create [a], stays`);
      }
    }
  });

  test('between applied and automated, or between the others, changes no curation', () => {
    assert.equal(step(inForce(), OWN, 'automated'), 'automated create [a], stays');
    assert.equal(step(inForce({ status: 'automated' }), OWN, 'applied'), 'applied create [a], stays');
    assert.equal(step(suggestion({}), undefined, 'rejected'), 'rejected create [a], stays');
    assert.equal(step(suggestion({ status: 'disabled' }), undefined, 'pending'), 'pending create [a], stays');
  });
});

test('a schedule is due after its time, and at once if the clock was set back', () => {
  const HOUR = 3_600_000;
  const scheduled = (lastRun: number) => ({
    engineId: 1,
    settings: { ...DEFAULT_SETTINGS, enabled: true, scheduleFrequency: 2, scheduleUnit: 'hour' as const },
    lastRun,
  });
  const now = 100 * HOUR;
  assert.equal(isDue(scheduled(0), now), true);
  assert.equal(isDue(scheduled(now - 2 * HOUR), now), true);
  assert.equal(isDue(scheduled(now - 2 * HOUR + 1), now), false);
  assert.equal(isDue(scheduled(now), now), false);
  assert.equal(isDue(scheduled(now + 1), now), true);
});
