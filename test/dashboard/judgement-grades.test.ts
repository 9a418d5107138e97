import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '../../dashboard/src/api/errors.ts';
import {
  type GradeApi,
  type GradeChange,
  rebased,
  saveGrades,
  withGrade,
} from '../../dashboard/src/pages/judgements/grade-changes.ts';
import type { Judgement } from '../../dashboard/src/pages/judgements/judgement.ts';

type Stored = Record<string, number>;

const judgementsOf = (stored: Stored): Judgement[] =>
  Object.entries(stored).map(([document_id, grade]) => ({
    query: 'lava',
    document_id,
    grade,
    source: 'manual',
  }));
const change = (document_id: string, before: number | null, grade: number | null): GradeChange => ({
  document_id,
  before,
  grade,
});

/** The API with the judgements of one query, and the requests that changed them. */
function fakeApi(first: Stored) {
  let stored = first;
  let version = 1;
  const calls: string[] = [];
  let after = (): void => undefined;
  const write = (call: string, stated: string | null, next: () => Stored): void => {
    if (stated !== `${version}`)
      throw new ApiError(409, ['Changed.'], { current: [], version: `${version}` });
    stored = next();
    version++;
    calls.push(call);
    after();
  };
  const api: GradeApi = {
    read: async () => ({ data: judgementsOf(stored), version: `${version}` }),
    set: async (grades, stated) =>
      write(`set ${grades.map(({ document_id }) => document_id)}`, stated, () => ({
        ...stored,
        ...Object.fromEntries(grades.map(({ document_id, grade }) => [document_id, grade ?? 0])),
      })),
    remove: async (grades, stated) =>
      write(`remove ${grades.map(({ document_id }) => document_id)}`, stated, () =>
        Object.fromEntries(
          Object.entries(stored).filter(([id]) => !grades.some(({ document_id }) => document_id === id)),
        ),
      ),
  };
  return {
    api,
    calls,
    stored: () => stored,
    /** A change by someone else. */
    other(next: Stored): void {
      stored = next;
      version++;
    },
    /** Runs after the next write. */
    afterWrite(work: () => void): void {
      after = () => {
        after = () => undefined;
        work();
      };
    },
  };
}

suite('changes of grades', () => {
  const saved = judgementsOf({ a: 3, constructor: 1 });

  test('have the grade that they replace, and end with it', () => {
    let changes = withGrade([], saved, 'a', 1);
    assert.deepEqual(changes, [change('a', 3, 1)]);
    changes = withGrade(changes, saved, 'a', 2);
    changes = withGrade(changes, saved, 'new', 0);
    changes = withGrade(changes, saved, 'constructor', null);
    assert.deepEqual(changes, [change('a', 3, 2), change('new', null, 0), change('constructor', 1, null)]);
    changes = withGrade(changes, saved, 'a', 3);
    assert.deepEqual(withGrade(changes, saved, 'new', null), [change('constructor', 1, null)]);
  });

  test('keep the grade that was replaced if the saved one is another by now', () => {
    const changes = withGrade([change('a', 2, 1)], saved, 'a', 0);
    assert.deepEqual(changes, [change('a', 2, 0)]);
    assert.deepEqual(rebased(changes, saved), [change('a', 3, 0)]);
  });
});

suite('saving grades', () => {
  test('sets some and removes others', async () => {
    const { api, calls, stored } = fakeApi({ a: 3, b: 1 });
    const now = await saveGrades(api, [change('a', 3, null), change('b', 1, 2), change('c', null, 0)], '1');
    assert.deepEqual([calls, stored()], [['set b,c', 'remove a'], { b: 2, c: 0 }]);
    assert.deepEqual([now.data.map(({ document_id }) => document_id), now.version], [['b', 'c'], '3']);
  });

  test('is no conflict if someone else has graded other documents', async () => {
    const { api, calls, stored, other } = fakeApi({ a: 3, b: 1 });
    other({ a: 3, b: 0, c: 2 });
    await saveGrades(api, [change('a', 3, 1)], '1');
    assert.deepEqual([calls, stored()], [['set a'], { a: 1, b: 0, c: 2 }]);
  });

  test('is a conflict if someone else has graded the same documents, until it is decided', async () => {
    const { api, calls, stored, other } = fakeApi({ a: 3, b: 1 });
    const changes = [change('a', 3, 1), change('b', 1, null)];
    other({ a: 3, b: 2 });
    const conflict = await saveGrades(api, changes, '1').then(
      () => assert.fail('it was saved'),
      (error: ApiError) => error,
    );
    assert.deepEqual([conflict.status, conflict.version], [409, '2']);
    assert.deepEqual([calls, stored()], [[], { a: 3, b: 2 }]);
    await saveGrades(api, rebased(changes, conflict.current as Judgement[]), conflict.version);
    assert.deepEqual(stored(), { a: 1 });
  });

  test('is a conflict if someone else grades a document between the two requests', async () => {
    const { api, stored, other, afterWrite } = fakeApi({ a: 3, b: 1 });
    afterWrite(() => other({ a: 1, b: 3 }));
    await assert.rejects(saveGrades(api, [change('a', 3, 1), change('b', 1, null)], '1'), { status: 409 });
    assert.deepEqual(stored(), { a: 1, b: 3 });
  });

  test('succeeds if it was saved and only the response was lost', async () => {
    const { api, calls, other } = fakeApi({ a: 3 });
    other({ a: 1 });
    await saveGrades(api, [change('a', 3, 1)], '1');
    assert.deepEqual(calls, []);
  });

  test('fails with every other error', async () => {
    const { api } = fakeApi({});
    const set = async () => {
      throw new ApiError(400, ['Judgement 1: query cannot be longer than 128 characters']);
    };
    await assert.rejects(saveGrades({ ...api, set }, [change('a', null, 1)], '1'), { status: 400 });
  });
});
