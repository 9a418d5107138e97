import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDocument } from '../data-set.ts';
import type { Question } from '../questions.ts';
import { call, type Json } from './http.ts';
import { type SearchServer, textOf } from './search-server.ts';

const HEAP = '2g';
const FIELDS = ['name^5', 'summary^3', 'body'];
const TEXT = { type: 'text', analyzer: 'english' };
const VALUE = { type: 'keyword', ignore_above: 1024 };
const SNIPPET = { number_of_fragments: 1, fragment_size: 200, no_match_size: 200 };

/** OpenSearch, run by two programs in a folder: `start DIR` prints URL and process id, `stop DIR` ends it. */
export class OpenSearch implements SearchServer {
  readonly name = 'opensearch';
  readonly pid: number | undefined;
  readonly #url: string;
  readonly #stop: () => void;

  private constructor(url: string, pid: number, stop: () => void) {
    this.#url = url;
    this.pid = pid;
    this.#stop = stop;
  }

  static start(programs: string, work: string): OpenSearch {
    const folder = join(work, 'opensearch');
    mkdirSync(folder, { recursive: true });
    const started = spawnSync(join(programs, 'start'), [folder], {
      env: { ...process.env, HEAP },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const found = /(http:\S+) pid (\d+)/.exec(started.stdout ?? '');
    const stop = () => void spawnSync(join(programs, 'stop'), [folder]);
    process.prependOnceListener('exit', stop);
    if (found?.[1] !== undefined) return new OpenSearch(found[1], Number(found[2]), stop);
    stop();
    throw new Error(`${join(programs, 'start')} did not start it: ${started.error ?? started.stderr}`);
  }

  async version(): Promise<string> {
    return (await this.#api('GET', '/')).version.number;
  }

  #api(method: string, path: string, body?: unknown): Promise<Json> {
    return call(this.#url, method, path, body);
  }

  async prepare(): Promise<void> {
    await this.#api('DELETE', '/bench').catch(() => {
      // It did not exist.
    });
    const properties = {
      name: TEXT,
      summary: TEXT,
      body: TEXT,
      section: VALUE,
      maintainer: VALUE,
      priority: VALUE,
      tags: VALUE,
      size: { type: 'double' },
      published: { type: 'date' },
      location: { type: 'geo_point' },
    };
    await this.#api('PUT', '/bench', {
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { properties },
    });
  }

  async #bulk(documents: readonly BenchDocument[], query: string): Promise<void> {
    const lines = documents.flatMap((document) => [
      JSON.stringify({ index: { _id: document.id } }),
      JSON.stringify(document),
    ]);
    const answer = await call(this.#url, 'POST', `/bench/_bulk${query}`, `${lines.join('\n')}\n`, {
      'content-type': 'application/x-ndjson',
    });
    if (answer.errors) throw new Error(`a document was refused: ${JSON.stringify(answer.items[0])}`);
  }

  write(documents: readonly BenchDocument[]): Promise<void> {
    return this.#bulk(documents, '');
  }

  writeVisibly(documents: readonly BenchDocument[]): Promise<void> {
    return this.#bulk(documents, '?refresh=true');
  }

  async settle(): Promise<void> {
    await this.#api('POST', '/bench/_refresh');
    const merges = async (): Promise<number> =>
      (await this.#api('GET', '/bench/_stats/merge'))._all.total.merges.current;
    for (let i = 0; i < 300 && (await merges()) > 0; i++) await pause(200);
    await pause(1000);
  }

  async ask(question: Question): Promise<number> {
    const { filter, geo, facets, sort } = question;
    const match = matchOf(question);
    const filters: object[] = [];
    if (filter) {
      filters.push({ terms: { section: filter.section } });
      filters.push({ range: { size: { gte: filter.size[0], lt: filter.size[1] } } });
    }
    if (geo) {
      filters.push({ geo_distance: { distance: `${geo[2]}km`, location: { lat: geo[0], lon: geo[1] } } });
    }
    const answer = await this.#api('POST', '/bench/_search?request_cache=false', {
      size: 10,
      query: filters.length > 0 ? { bool: { must: [match], filter: filters } } : match,
      _source: ['name'],
      highlight: { fields: { summary: SNIPPET, body: SNIPPET } },
      ...(facets && {
        aggs: Object.fromEntries(facets.map((field) => [field, { terms: { field, size: 10 } }])),
      }),
      ...(sort && { sort: [{ [sort]: 'desc' }] }),
    });
    return answer.hits.total.value;
  }

  async stop(): Promise<void> {
    this.#stop();
  }
}

function matchOf(question: Question): object {
  const query = textOf(question);
  if (question.prefix) {
    return { multi_match: { query, fields: FIELDS, type: 'bool_prefix', operator: 'and' } };
  }
  if (question.op === 'and') {
    return { multi_match: { query, fields: FIELDS, type: 'cross_fields', operator: 'and' } };
  }
  if (query === '') return { match_all: {} };
  const fuzzy = question.fuzzy ? { fuzziness: 'AUTO', prefix_length: 2 } : {};
  return { multi_match: { query, fields: FIELDS, type: 'most_fields', ...fuzzy } };
}
