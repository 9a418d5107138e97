import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import {
  call,
  compare,
  engineOnBoth,
  file,
  KEY,
  left,
  right,
  SAMPLE,
  sides,
  TWO_AT_A_TIME,
} from './two-services.ts';

/** The comparison as JSON. */
async function compared(args: readonly string[], exitCode: number, settings?: Record<string, string>) {
  const { code, stdout, stderr } = await compare([...args, '--json'], settings);
  assert.equal(code, exitCode, stdout + stderr);
  return JSON.parse(stdout);
}

suite('findling compare', TWO_AT_A_TIME, () => {
  test('finds two services with the same data equal, and writes a report', async (t) => {
    const queries = file(t, 'queries.txt', 'cave\nrocky mountain\r\n\n  volcano  \nyosemiti\n');
    const report = join(temporaryFolder(t), 'report.html');
    const args = [...sides(), '--queries', queries, '--engine', SAMPLE, '--report', report];
    const { code, stdout, stderr } = await compare(args);
    assert.deepEqual([code, stderr], [0, ''], stdout);
    assert.match(
      stdout,
      /^Compared 4 searches from \S+queries\.txt\.\n {2}left {3}http:.*\n {2}right {2}http:.*\n/,
    );
    assert.match(stdout, / {2}equal in everything {4}4 of 4\n {2}overlap of first ten {3}1\.00 mean\n/);
    assert.match(stdout, / {2}time left {14}p50 [\d.]+ ms, p95 [\d.]+ ms\n/);
    assert.match(stdout, /\nPassed: 4 of 4 equal\.\nReport: \S+report\.html\n$/);
    const page = readFileSync(report, 'utf8');
    assert.match(page, /Passed\.<\/strong>/);
    assert.ok(![page, stdout].some((text) => text.includes(KEY)));
  });

  test('names what differs after a change of synonyms and settings, the worst first', async (t) => {
    const engine = await engineOnBoth('changed');
    await call(right, 'POST', `/engines/${engine}/synonyms`, { synonyms: ['sneaker', 'shoe'] });
    await call(right, 'PUT', `/engines/${engine}/search_settings`, {
      boosts: { color: [{ type: 'value', value: ['blue'], operation: 'multiply', factor: 10 }] },
    });
    const queries = file(t, 'queries.txt', 'boot\nsneaker\nred\n');
    const args = [...sides(), '--queries', queries, '--engine', engine];
    const { ok, mean_overlap, equal, results } = await compared(args, 1);
    assert.deepEqual([ok, equal, results.length], [false, 2, 3]);
    assert.ok(mean_overlap > 0.6 && mean_overlap < 0.7, `${mean_overlap}`);
    const [worst] = results;
    assert.equal(worst.options.query, 'sneaker');
    assert.deepEqual([worst.overlap, worst.left.ids, worst.left.total], [0, [], 0]);
    assert.equal(worst.right.total, 6);
    assert.deepEqual(worst.differences, [
      '0 of the first 6 results are on both sides.',
      'The total is 0 on the left, 6 on the right.',
    ]);

    const text = (await compare(args)).stdout;
    assert.match(text, /\nThe worst:\n {2}0\.00 {2}changed {2}"sneaker" {2}0 of the first 6 /);
    assert.match(text, /\nNot passed: 2 of 3 equal\.\n$/);
    assert.equal((await compare([...args, '--min-overlap', '0'])).code, 0);
    assert.equal((await compare([...args, '--min-overlap', '0.5'])).code, 1);
  });

  test('sends whole searches of a file, each to its engine, and compares facets', async (t) => {
    const engine = await engineOnBoth('facets');
    await call(right, 'POST', `/engines/${engine}/documents`, [
      { id: 'new', title: 'red hat', color: 'red' },
    ]);
    const facets = { color: { type: 'value' } };
    const searches = [
      { query: 'cave', engine: SAMPLE },
      { query: '', page: { size: 0 }, facets },
      { query: 'blue', filters: { color: 'blue' }, facets, sort: { id: 'asc' } },
      { query: 'blue', taco: 1 },
    ];
    const expected = (results: ReadonlyArray<{ options: object; differences: readonly string[] }>) =>
      assert.deepEqual(
        results.map(({ options, differences }) => [Object.keys(options).join(), differences]),
        [
          [
            'query,page,facets',
            ['The total is 12 on the left, 13 on the right.', '1 of 2 facet values have different counts.'],
          ],
          ['query', []],
          ['query,filters,facets,sort', []],
          ['query,taco', []],
        ],
      );
    const lines = file(
      t,
      'queries.ndjson',
      searches.map((search) => `${JSON.stringify(search)}\n`).join('\n'),
    );
    const args = [...sides(), '--engine', engine];
    const result = await compared([...args, '--queries', lines], 1);
    expected(result.results);
    assert.deepEqual(result.results[0].facets.differences, [
      { facet: 'color', value: 'red', left: 6, right: 7 },
    ]);
    assert.deepEqual(
      [
        result.with_facets,
        result.equal_facets,
        result.with_results,
        result.equal_totals,
        result.different_errors,
      ],
      [2, 1, 3, 2, 0],
    );
    const refusal = result.results.at(-1);
    assert.deepEqual(
      [refusal.left.status, refusal.right.error],
      [400, 'Options contains invalid key: taco.'],
    );

    const list = file(t, 'queries.json', JSON.stringify(['boot', ...searches], null, 2));
    const again = await compared([...args, '--queries', list, '--limit', '4', '--concurrency', '3'], 1);
    assert.deepEqual([again.searches, again.notes.length], [4, 1]);
    assert.match(again.notes[0], /^The file has 5 queries; the first 4 were sent/);
  });

  test('takes queries from the analytics of the left service, and does not count there itself', async () => {
    const args = [...sides(), '--queries', 'analytics', '--engine', SAMPLE, '--limit', '10', '--days', '30'];
    const first = await compared(args, 0);
    assert.equal(first.searches, 10);
    assert.match(first.source, /^analytics of "national-parks-demo", the last 30 days$/);
    const top = async () => {
      const body = { page: { size: 10 }, filters: { date: { from: '2020-01-01', to: '2100-01-01' } } };
      return (await call(left, 'POST', `/engines/${SAMPLE}/analytics/queries`, body)).results;
    };
    const before = await top();
    assert.deepEqual(
      first.results.map(({ options }: { options: { query: string } }) => options.query).sort(),
      before.map(({ term }: { term: string }) => term).sort(),
    );
    await compared(args, 0);
    // Long enough for events to be stored.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual(await top(), before);
  });

  test('takes whole searches from the API log of the left service', async () => {
    const engine = await engineOnBoth('logged');
    const path = `/engines/${engine}`;
    await call(left, 'POST', `${path}/search`, { query: 'shoe', filters: { color: 'red' } });
    await call(left, 'POST', `${path}/search.json`, { query: 'shoe', filters: { color: 'red' } });
    await call(left, 'GET', `${path}/search?query=boot&page[size]=3`);
    await call(left, 'POST', `${path}/multi_search`, { queries: [{ query: 'blue' }, { query: 'red' }] });
    await call(left, 'GET', `${path}/search_settings`);
    const dates = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    const log = { query: 'search_settings', filters: { date: dates } };
    await until('the requests are logged', async () => {
      return (await call(left, 'POST', `${path}/logs/api`, log)).meta.page.total_results > 0;
    });
    const args = [...sides(), '--queries', 'logs', '--engine', engine];
    for (const round of ['the first comparison', 'one after it']) {
      const { results } = await compared(args, 0);
      assert.deepEqual(
        results.map(({ options }: { options: object }) => JSON.stringify(options)).sort(),
        [
          '{"query":"blue"}',
          '{"query":"boot","page":{"size":"3"}}',
          '{"query":"red"}',
          '{"query":"shoe","filters":{"color":"red"}}',
        ],
        round,
      );
    }
  });

  test('repeats what a busy service refuses, and says when one no longer answers', async (t) => {
    let requests = 0;
    let isRefused = (_request: number): boolean => true;
    let isGone = false;
    /** Passes requests on to the left service. */
    const busy = createServer((incoming, outgoing) => {
      if (isGone) return void incoming.socket.destroy();
      const number = requests++;
      if (isRefused(number)) {
        outgoing.writeHead(number % 2 === 0 ? 429 : 503, { 'retry-after': '0' });
        return void outgoing.end('{"error":"Rate limit exceeded."}');
      }
      const { url, method, headers } = incoming;
      const passed = sendRequest(left.baseUrl + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed);
    });
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    t.after(() => busy.close().closeAllConnections());
    const url = `http://127.0.0.1:${(busy.address() as { port: number }).port}`;
    const queries = file(t, 'queries.txt', 'cave\nvolcano\nreef\nlake\n');
    const args = ['--left', url, '--right', right.baseUrl, '--queries', queries, '--engine', SAMPLE];
    // The check before the comparison repeats itself once only.
    const first = await compare(args);
    assert.deepEqual(
      [first.code, first.stderr],
      [
        1,
        `The left service at ${url} answers a search of "${SAMPLE}" with status 503: Rate limit exceeded.\n`,
      ],
    );
    requests = 0;
    isRefused = (number) => number % 2 === 1;
    assert.equal((await compared(args, 0)).equal, 4);
    assert.equal(requests, 1 + 2 * 4);
    isGone = true;
    const gone = await compare(args);
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /^The left service at http:\S+ cannot be reached: .*\.\n$/);
  });

  test('keeps to a rate, and says if both sides are the same service', async (t) => {
    const queries = file(t, 'queries.txt', 'a\nb\nc\nd\ne\n');
    const args = ['--left', left.baseUrl, '--right', `${left.baseUrl}/`, '--queries', queries];
    const began = performance.now();
    const { notes } = await compared([...args, '--engine', SAMPLE, '--requests-per-second', '4'], 0);
    // One check and five searches on each side: the last one begins after five intervals.
    assert.ok(performance.now() - began >= 1250);
    assert.deepEqual(notes, ['Both sides are the same service.']);
  });
});
