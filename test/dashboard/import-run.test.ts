import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { entriesOf } from '../../dashboard/src/imports/entries.ts';
import { errorsAsCsv, rejectedAsNdjson } from '../../dashboard/src/imports/error-download.ts';
import { preparing } from '../../dashboard/src/imports/import-document.ts';
import {
  type DocumentResult,
  type ImportOptions,
  ImportRun,
  type Progress,
  type RetryDecision,
} from '../../dashboard/src/imports/import-run.ts';
import { layoutOf } from '../../dashboard/src/imports/layout.ts';

interface Sent {
  readonly id: string;
  readonly v?: number;
}

/** An import of these documents; `server` responds to the requests. */
async function importOf(
  text: string,
  server: (documents: Sent[]) => Promise<readonly DocumentResult[]>,
  decision: RetryDecision = { kind: 'stop', reason: 'no' },
) {
  const file = new Blob([text]);
  const steps: Progress[] = [];
  const options: ImportOptions = {
    entries: entriesOf(file, await layoutOf(file, 'x.ndjson')),
    totalBytes: file.size,
    prepare: preparing([], (number) => `made-${number}`),
    send: (body) => server(JSON.parse(body)),
    retryDecision: () => decision,
    onProgress: (step) => void steps.push(step),
  };
  return { run: new ImportRun(options), steps, last: () => steps.at(-1) as Progress };
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: `d${index}` })).join('\n');
const accept = async (documents: Sent[]): Promise<DocumentResult[]> =>
  documents.map(({ id }) => ({ id, errors: [] }));
const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

suite('an import', () => {
  test('sends every document once, a hundred per request, at most two requests at a time', async () => {
    const sizes: number[] = [];
    const ids = new Set<string>();
    let underWay = 0;
    let most = 0;
    const { run, last } = await importOf(lines(1234), async (documents) => {
      most = Math.max(most, ++underWay);
      await later();
      underWay--;
      sizes.push(documents.length);
      for (const { id } of documents) ids.add(id);
      return accept(documents);
    });
    await run.run();
    assert.deepEqual([sizes.length, Math.max(...sizes), ids.size, most], [13, 100, 1234, 2]);
    const { phase, accepted, refused } = last();
    assert.deepEqual({ phase, accepted, refused }, { phase: 'done', accepted: 1234, refused: 0 });
  });

  test('retries a batch without a response, with the same ids, and counts it once', async () => {
    const seen: string[][] = [];
    let failures = 3;
    const server = async (documents: Sent[]): Promise<DocumentResult[]> => {
      seen.push(documents.map(({ id }) => id));
      if (failures-- > 0) throw new Error('lost');
      return accept(documents);
    };
    const text = Array.from({ length: 250 }, () => '{"v":1}').join('\n');
    const { run, last } = await importOf(text, server, { kind: 'wait', reason: 'away', until: later });
    await run.run();
    assert.equal(seen.length, 6);
    assert.equal(new Set(seen.flat()).size, 250);
    assert.equal(last().accepted, 250);
  });

  test('keeps the order of documents with the same id, even if requests fail', async () => {
    const text = Array.from({ length: 1000 }, (_, v) => JSON.stringify({ id: `d${v % 150}`, v })).join('\n');
    const stored = new Map<string, number>();
    let count = 0;
    const server = async (documents: Sent[]): Promise<DocumentResult[]> => {
      const turn = ++count;
      for (let step = 0; step < turn % 4; step++) await later();
      if (turn % 3 === 0) throw new Error('lost');
      for (const { id, v } of documents) stored.set(id, v ?? -1);
      return accept(documents);
    };
    const { run } = await importOf(text, server, { kind: 'wait', reason: 'away', until: later });
    await run.run();
    for (let id = 0; id < 150; id++) assert.equal(stored.get(`d${id}`), id + 150 * (id < 100 ? 6 : 5));
  });

  test('lists rejected documents, and finds one that makes a whole request invalid', async () => {
    const server = async (documents: Sent[]): Promise<DocumentResult[]> => {
      if (documents.some(({ id }) => id === 'd77')) throw new Error('unreadable');
      return documents.map(({ id }) => ({ id, errors: id === 'd5' ? ['=Bad, "very"'] : [] }));
    };
    const { run, last } = await importOf(`${lines(300)}\n{oops`, server, {
      kind: 'split',
      reason: 'There was a decoding error.',
    });
    await run.run();
    assert.deepEqual([last().accepted, last().refused], [298, 3]);
    const errors = run.errors.kept.toSorted((one, other) => one.number - other.number);
    assert.deepEqual(
      errors.map(({ number, id, errors }) => [number, id, errors[0]]),
      [
        [6, 'd5', '=Bad, "very"'],
        [78, 'd77', 'There was a decoding error.'],
        [301, '', 'This is not JSON: expected a name in double quotes (column 2 of the document)'],
      ],
    );
    assert.equal(errorsAsCsv(errors.slice(0, 1)), 'number,line,id,errors\r\n6,6,d5,"\'=Bad, ""very"""\r\n');
    assert.equal(rejectedAsNdjson(errors.toSpliced(1, 1)), '{"id":"d5"}\n{oops\n');
    const pretty = { number: 1, line: 1, id: 'a', errors: [], json: '{\n  "id": "a",\r\n  "n": 1\n}\n' };
    assert.equal(rejectedAsNdjson([pretty, { ...pretty, json: null }]), '{ "id": "a", "n": 1 }\n');
  });

  test('stops at an error that only a person can fix, and resumes with the same batch', async () => {
    let allowed = false;
    const server = async (documents: Sent[]): Promise<DocumentResult[]> => {
      if (!allowed) throw new Error('forbidden');
      return accept(documents);
    };
    const { run, last, steps } = await importOf(lines(150), server);
    const end = run.run();
    while (last()?.phase !== 'stopped') await later();
    assert.equal(last().reason, 'no');
    allowed = true;
    run.resume();
    await end;
    assert.deepEqual([last().phase, last().accepted], ['done', 150]);
    assert.ok(steps.some(({ phase }) => phase === 'stopped'));
  });

  test('pauses, sends nothing meanwhile, and resumes', async () => {
    let requests = 0;
    const { run, last } = await importOf(lines(1000), async (documents) => {
      if (++requests === 3) run.pause();
      await later();
      return accept(documents);
    });
    const end = run.run();
    while (last()?.phase !== 'paused') await later();
    for (let step = 0; step < 20; step++) await later();
    assert.ok(requests <= 4, `${requests} requests`);
    run.resume();
    await end;
    assert.deepEqual([last().phase, last().accepted], ['done', 1000]);
  });

  test('ends at once when cancelled, even while it waits', async () => {
    const { run, last } = await importOf(
      lines(500),
      async () => {
        throw new Error('lost');
      },
      { kind: 'wait', reason: 'away', until: () => new Promise(() => undefined) },
    );
    const end = run.run();
    while (last()?.reason !== 'away') await later();
    run.cancel();
    await end;
    assert.equal(last().phase, 'cancelled');
  });

  test('sends the documents before the end of a truncated file, and reports where it ends', async () => {
    const file = new Blob([`[${lines(130).replaceAll('\n', ',')},{"id":`]);
    const layout = await layoutOf(file, 'x.json');
    let sent = 0;
    let last: Progress | undefined;
    const run = new ImportRun({
      entries: entriesOf(file, layout),
      totalBytes: file.size,
      prepare: preparing([], String),
      send: async (body) => {
        const documents: Sent[] = JSON.parse(body);
        sent += documents.length;
        return accept(documents);
      },
      retryDecision: () => ({ kind: 'stop', reason: '' }),
      onProgress: (step) => (last = step),
    });
    await run.run();
    assert.equal(sent, 130);
    assert.equal(last?.phase, 'failed');
    assert.match(last?.reason ?? '', /ends in the middle of the document/);
  });
});
