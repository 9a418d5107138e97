import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, errors } from '../../src/errors.ts';
import { Evaluations } from '../../src/relevance/evaluations.ts';
import { Tunings } from '../../src/tuning/tuning.ts';
import { storedEngine } from '../support/stored-engine.ts';

const REQUEST = { depth: 10, settings: undefined, synonyms: undefined, queries: undefined };

/** An engine with 200 judged queries whose searches take 5 ms each and are counted. */
async function judgedEngine(t: TestContext) {
  const { store, engine } = await storedEngine(t, ['d'], async (tx, engineId) => {
    const judgements = Array.from({ length: 200 }, (_, n) => ({
      queryKey: `q${n}`,
      query: `q${n}`,
      documentId: 'd',
      grade: 1,
      source: 'manual' as const,
    }));
    await tx.judgements.put(engineId, judgements);
  });
  const searched: string[] = [];
  const searches = {
    async ranking(_engine: unknown, _tuning: unknown, { query }: { readonly query: string }) {
      searched.push(query);
      await sleep(5);
      return ['d'];
    },
  };
  const evaluations = (time?: number) => new Evaluations(store, new Tunings(store), searches, time);
  return { engine, searched, evaluations };
}

suite('an evaluation ends early', () => {
  test('with 503 when its time is up', async (t) => {
    const { engine, searched, evaluations } = await judgedEngine(t);
    await assert.rejects(
      evaluations(50).evaluate(engine, REQUEST, new AbortController().signal),
      (error: unknown) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.status, 503);
        assert.match(JSON.stringify(error.body), /The evaluation took too long\. .*`queries`/);
        return true;
      },
    );
    assert.ok(searched.length < 200, String(searched.length));
  });

  test('when the client disconnects', async (t) => {
    const { engine, searched, evaluations } = await judgedEngine(t);
    const client = new AbortController();
    const evaluating = evaluations().evaluate(engine, REQUEST, client.signal);
    setTimeout(() => client.abort(errors.hungUp()), 50);
    await assert.rejects(evaluating, { status: 499 });
    const before = searched.length;
    await sleep(30);
    assert.equal(searched.length, before);
    assert.ok(before < 200);
  });

  test('and otherwise measures every judged query', async (t) => {
    const { engine, evaluations } = await judgedEngine(t);
    const evaluated = await evaluations().evaluate(engine, REQUEST, new AbortController().signal);
    assert.equal(evaluated.length, 200);
    assert.ok(evaluated.every(({ present }) => present?.ndcg === 1));
  });
});
