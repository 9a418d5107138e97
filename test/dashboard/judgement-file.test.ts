import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '../../dashboard/src/api/errors.ts';
import {
  fileOf,
  importSummary,
  judgementsIn,
  sendInBatches,
} from '../../dashboard/src/pages/judgements/judgement-file.ts';
import { limits } from '../../src/limits.ts';

const judged = (query: string, document_id: string, grade: number) => ({ query, document_id, grade });
const LIST = [judged('Lava', 'a', 3), judged('pond', '"quoted"\n', 0)];

suite('a file of judgements', () => {
  test('is the body of a request, one judgement per line, and can be read again', () => {
    const text = fileOf(LIST.map((one) => ({ ...one, source: 'clicks' as const })));
    assert.deepEqual(JSON.parse(text), { judgements: LIST });
    assert.equal(text.split('\n').length, 7);
    assert.deepEqual(judgementsIn(text), LIST);
  });

  test('may be a list as the API returns it, or an array', () => {
    const results = LIST.map((one) => ({ ...one, source: 'manual' }));
    assert.deepEqual(judgementsIn(JSON.stringify({ meta: {}, results })), LIST);
    assert.deepEqual(judgementsIn(JSON.stringify(results)), LIST);
    // The server says what is wrong with these.
    assert.deepEqual(judgementsIn('[1, null, {"rank": 1}]'), [1, null, { rank: 1 }]);
  });

  test('is refused if it has no list, or one that no engine can have', () => {
    for (const text of ['{}', '[]', '"judgements"', 'null', '{"judgements": {}}'])
      assert.throws(() => judgementsIn(text), /The text has no list of judgements/, text);
    assert.throws(() => judgementsIn('[{]'), /This is not JSON/);
    const many = Array.from({ length: limits.judgements + 1 }, () => LIST[0]);
    assert.throws(() => judgementsIn(JSON.stringify(many)), /Cannot exceed 10,000 judgements in an engine/);
  });

  test('is compared with what the engine has', () => {
    const present = [
      { ...judged('lava', 'a', 3), source: 'manual' as const },
      { ...judged('pond', 'b', 1), source: 'clicks' as const },
    ];
    const sent = [judged(' LAVA', 'a', 3), judged('pond', 'b', 2), judged('pond', 'c', 1), null];
    assert.equal(
      importSummary(sent, present),
      '4 judgements about 3 queries: 2 new, 1 with another grade, 1 unchanged.',
    );
  });

  test('is sent in requests that the API takes, and problems have their position in the file', async () => {
    const list = Array.from({ length: 2500 }, (_, at) => at);
    const sizes: number[] = [];
    await sendInBatches(list, async (batch) => sizes.push(batch.length));
    assert.deepEqual(sizes, [1000, 1000, 500]);
    const refuse = async (batch: readonly unknown[]) => {
      if (batch[0] !== 0)
        throw new ApiError(400, [
          'Judgement 7: grade must be an integer from 0 to 3',
          'Judgement 9 has the query and the document of judgement 8',
        ]);
    };
    await assert.rejects(sendInBatches(list, refuse), {
      messages: [
        'Judgement 1007: grade must be an integer from 0 to 3',
        'Judgement 1009 has the query and the document of judgement 1008',
        'The first 1,000 judgements were imported.',
      ],
    });
    await assert.rejects(
      sendInBatches([0], async () => {
        throw new ApiError(
          400,
          Array.from({ length: 22 }, (_, at) => `Problem ${at}`),
        );
      }),
      ({ messages }: ApiError) => messages.length === 21 && messages.at(-1) === 'and 2 more messages',
    );
  });
});
