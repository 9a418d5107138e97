import assert from 'node:assert/strict';
import test from 'node:test';
import { Analytics } from '../../src/analytics/analytics.ts';
import { termOf } from '../../src/events/term.ts';
import type { ClickEvent, EngineRecord, SearchEvent } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const EVENTS = 100_000;
const DAYS = 90;
const DAY = 86_400_000;
const QUESTIONS = 300;
const ENGINES = [1, 2];
const TAGS = ['web', 'app', 'Facet-Only', 'é "quoted"', ''];
const ZONES = ['Z', '+00:00', '+05:30', '-08:00', '+1245'];

interface Question {
  readonly engine: number;
  readonly from: number;
  readonly to: number;
  readonly tags: ReadonlyArray<readonly string[]>;
  readonly clicks?: boolean;
  readonly results?: boolean;
  readonly query?: string;
  readonly documentId?: string;
}

/** Events as they were made, counted by looking at each of them. */
class NaiveModel {
  readonly searches: SearchEvent[] = [];
  readonly clicks: ClickEvent[] = [];

  #matching<E extends SearchEvent | ClickEvent>(events: readonly E[], question: Question): E[] {
    const { engine, from, to, tags, query } = question;
    const term = query?.trim().toLowerCase().split(/\s+/).join(' ');
    return events.filter(
      (event) =>
        event.engineId === engine &&
        event.time >= from &&
        event.time < to &&
        (term === undefined || event.term === term) &&
        tags.every((list) => list.some((tag) => event.tags.includes(tag))),
    );
  }

  searchesOf(question: Question): SearchEvent[] {
    if (question.documentId !== undefined) return [];
    return this.#matching(this.searches, question).filter(
      ({ hasResults }) => question.results === undefined || hasResults === question.results,
    );
  }

  clicksOf(question: Question): ClickEvent[] {
    return this.#matching(this.clicks, question).filter(
      ({ documentId }) => question.documentId === undefined || documentId === question.documentId,
    );
  }

  queries(question: Question): Array<{ term: string; clicks: number; queries: number }> {
    const searches = Map.groupBy(this.searchesOf(question), ({ term }) => term);
    const clicks = Map.groupBy(this.clicksOf(question), ({ term }) => term);
    return [...searches]
      .map(([term, own]) => ({ term, clicks: clicks.get(term)?.length ?? 0, queries: own.length }))
      .filter((row) => question.clicks === undefined || row.clicks > 0 === question.clicks);
  }

  documents(question: Question): Array<{ document_id: string; clicks: number }> {
    const documents = Map.groupBy(this.clicksOf(question), ({ documentId }) => documentId);
    return [...documents].map(([document_id, own]) => ({ document_id, clicks: own.length }));
  }
}

/** A moment in the notation of some time zone. */
function written(epochMs: number, zone: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? [];
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return new Date(epochMs + ahead).toISOString().replace('Z', '') + zone;
}

test(`reports on ${EVENTS} searches and clicks of ${DAYS} days are those of a naive model`, async (t) => {
  const seed = announcedSeed('replay');
  const random = new Random(seed);
  const store = await openSqliteStore(temporaryFolder(t), { create: true, writer: 'inline' });
  t.after(() => store.close());
  const analytics = new Analytics(store.events, { analyticsDays: 180, apiLogDays: 7, apiLogBytes: 1 });
  const now = Date.now();
  const start = now - DAYS * DAY;
  // Few frequent terms and many rare ones.
  const rank = (most: number): number => Math.floor(most ** random.next()) - 1;
  const queryOf = (n: number): string =>
    [`Term ${n}`, ` term  ${n}`, `TERM\t${n} `][random.below(3)] as string;
  const someTags = (): string[] =>
    random.below(3) > 0 ? [] : [...new Set([random.pick(TAGS), random.pick(TAGS)])];

  const model = new NaiveModel();
  for (let made = 0; made < EVENTS; ) {
    const searches: SearchEvent[] = [];
    const clicks: ClickEvent[] = [];
    for (const end = Math.min(EVENTS, made + 1 + random.below(4000)); made < end; made++) {
      const event = {
        engineId: random.pick(ENGINES),
        // Some lie exactly on the limits of days and hours; the order is that of no clock.
        time:
          random.below(20) === 0
            ? Math.floor((start + random.next() * (now - start)) / (DAY / 24)) * (DAY / 24)
            : Math.floor(start + random.next() * (now - start)),
        term: termOf(queryOf(rank(3000))),
        tags: someTags(),
      };
      if (random.below(10) < 7) searches.push({ ...event, hasResults: random.below(8) > 0, page: null });
      else clicks.push({ ...event, documentId: `doc ${rank(500)}`, requestId: null });
    }
    model.searches.push(...searches);
    model.clicks.push(...clicks);
    await store.events.insert({ searches, clicks, requests: [] });
  }

  const period = (longest: number): { from: number; to: number } => {
    const from = Math.floor(start + random.next() * (now - start));
    const to = Math.floor(from + random.next() ** 2 * longest);
    const isWhole = random.below(3) === 0;
    return isWhole ? { from: Math.floor(from / DAY) * DAY, to: Math.ceil(to / DAY) * DAY } : { from, to };
  };
  const sometimes = <T>(make: () => T): T | undefined => (random.below(3) === 0 ? make() : undefined);
  const asked = { queries: 0, clicks: 0, counts: 0 };
  for (let n = 0; n < QUESTIONS; n++) {
    const kind = random.pick(['queries', 'clicks', 'counts'] as const);
    const interval = random.pick(['hour', 'day'] as const);
    const question: Question = {
      engine: random.pick(ENGINES),
      ...period(kind === 'counts' ? (interval === 'hour' ? 2 * DAY : DAYS * DAY) : (DAYS + 5) * DAY),
      tags: Array.from({ length: random.below(3) }, () =>
        Array.from({ length: 1 + random.below(3) }, () => random.pick([...TAGS, 'unknown'])),
      ),
      ...(kind === 'queries' && { clicks: sometimes(() => random.below(2) === 0) }),
      ...(kind === 'queries' && { results: sometimes(() => random.below(2) === 0) }),
      ...(kind !== 'queries' && { query: sometimes(() => queryOf(rank(3000))) }),
      ...(kind === 'counts' && { documentId: sometimes(() => `doc ${rank(500)}`) }),
    } as Question;
    const zone = random.pick(ZONES);
    const date = { from: written(question.from, zone), to: written(question.to, random.pick(ZONES)) };
    const filters = {
      all: [
        { date },
        ...question.tags.map((tag) => ({ tag: tag.length === 1 ? tag[0] : tag })),
        ...(question.clicks === undefined ? [] : [{ clicks: question.clicks }]),
        ...(question.results === undefined ? [] : [{ results: question.results }]),
        ...(kind === 'counts' && question.query !== undefined ? [{ query: question.query }] : []),
        ...(question.documentId === undefined ? [] : [{ document_id: question.documentId }]),
      ],
    };
    const engine = { id: question.engine } as EngineRecord;
    const message = `question ${n}: ${kind} ${interval} ${JSON.stringify(filters)}`;
    asked[kind]++;
    if (kind === 'counts') {
      const { results } = (await analytics.counts(engine, { filters, interval })) as {
        results: Array<{ queries: number; clicks: number; from: string; to: string }>;
      };
      assert.equal(Date.parse(results[0]?.from ?? ''), question.from, message);
      assert.equal(Date.parse(results.at(-1)?.to ?? ''), question.to, message);
      const searches = model.searchesOf(question);
      const clicks = model.clicksOf(question);
      for (const { queries, clicks: clicked, from, to } of results) {
        const within = ({ time }: { time: number }): boolean =>
          time >= Date.parse(from) && time < Date.parse(to);
        const expected = [searches.filter(within).length, clicks.filter(within).length];
        assert.deepEqual([queries, clicked], expected, message);
      }
      continue;
    }
    const page = { size: 1 + random.below(40), current: 1 + random.below(3) };
    const expected = kind === 'queries' ? model.queries(question) : model.documents(question);
    const answer = (await (kind === 'queries'
      ? analytics.queries(engine, { filters, page })
      : analytics.clicks(engine, { filters, page, query: question.query }))) as {
      results: typeof expected;
      meta: object;
    };
    assert.deepEqual(answer.meta, { page }, message);
    assertPage(answer.results, expected, page, message);
  }
  t.diagnostic(`seed ${seed}: ${JSON.stringify(asked)} questions`);
});

type Row = { queries?: number; clicks: number };

/** Rows with equal counts may come in any order; everything else is exact. */
function assertPage(
  found: readonly Row[],
  all: readonly Row[],
  { size, current }: { size: number; current: number },
  message: string,
): void {
  const rankOf = ({ queries, clicks }: Row): number => queries ?? clicks;
  const sorted = all.toSorted((a, b) => rankOf(b) - rankOf(a)).slice((current - 1) * size, current * size);
  assert.deepEqual(found.map(rankOf), sorted.map(rankOf), message);
  const known = new Set(all.map((row) => JSON.stringify(row)));
  const unknown = found.filter((row) => !known.delete(JSON.stringify(row)));
  assert.deepEqual(unknown, [], message);
}
