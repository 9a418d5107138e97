import { setTimeout as pause } from 'node:timers/promises';
import { SCHEMA } from '../data-set.ts';
import type { Question } from '../questions.ts';
import { type BenchServer, type ServerOptions, startServer } from '../server.ts';
import { call, type Json } from './http.ts';
import { type SearchServer, textOf } from './search-server.ts';

const ENGINE = 'engines/bench';
const SNIPPET = { snippet: { size: 200, fallback: true } };

/** A query as the body of a search request. */
export function searchOf(question: Question, precision?: number): object {
  const { filter, geo, facets, sort, op } = question;
  const all: object[] = [];
  if (filter) {
    all.push({ section: filter.section }, { size: { from: filter.size[0], to: filter.size[1] } });
  }
  if (geo) all.push({ location: { center: `${geo[0]},${geo[1]}`, distance: geo[2], unit: 'km' } });
  // All words are required, as in the peers.
  const asked = precision ?? (op === 'and' ? 6 : undefined);
  return {
    query: textOf(question),
    page: { size: 10 },
    search_fields: { name: { weight: 5 }, summary: { weight: 3 }, body: { weight: 1 } },
    result_fields: { name: { raw: {} }, summary: SNIPPET, body: SNIPPET },
    ...(asked !== undefined && { precision: asked }),
    ...(all.length > 0 && { filters: { all } }),
    ...(facets && {
      facets: Object.fromEntries(facets.map((field) => [field, { type: 'value', size: 10 }])),
    }),
    ...(sort && { sort: { [sort]: 'desc' } }),
  };
}

export class Findling implements SearchServer {
  readonly name: string;
  readonly #server: BenchServer;

  private constructor(server: BenchServer, name: string) {
    this.#server = server;
    this.name = name;
  }

  static async start(
    settings: Record<string, string> = {},
    { name = 'ours', ...options }: ServerOptions & { readonly name?: string } = {},
  ): Promise<Findling> {
    const server = await startServer(settings, options);
    process.prependOnceListener('exit', () => server.process.kill());
    return new Findling(server, name);
  }

  get pid(): number | undefined {
    return this.#server.process.pid;
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#server.key}` };
  }

  /** The URL and headers of a search, for other clients. */
  get searchAddress(): { readonly url: URL; readonly headers: Record<string, string> } {
    return { url: new URL(`${this.#server.base}/${ENGINE}/search`), headers: this.#headers };
  }

  #api(method: string, path: string, body?: unknown) {
    return call(`${this.#server.base}/`, method, path, body, this.#headers);
  }

  async prepare(): Promise<void> {
    await this.#api('DELETE', ENGINE).catch(() => {
      // It did not exist.
    });
    await this.#api('POST', 'engines', { name: 'bench', language: 'en' });
    await this.#api('POST', `${ENGINE}/schema`, SCHEMA);
  }

  /** Turns off analytics and API logs, if this version has them. */
  async turnLogsOff(): Promise<void> {
    const off = { enabled: false };
    await this.#api('PUT', 'log_settings', { analytics: off, api: off }).catch((error: Error) => {
      if (!error.message.includes('404')) throw error;
    });
  }

  async write(documents: readonly object[]): Promise<void> {
    const results: Array<{ errors: string[] }> = await this.#api('POST', `${ENGINE}/documents`, documents);
    const refused = results.find(({ errors }) => errors.length > 0);
    if (refused !== undefined) throw new Error(`a document was refused: ${JSON.stringify(refused)}`);
  }

  writeVisibly(documents: readonly object[]): Promise<void> {
    return this.write(documents);
  }

  async settle(): Promise<void> {
    await pause(2000);
  }

  async ask(question: Question): Promise<number> {
    const answer = await this.search(question);
    return answer.meta.page.total_results;
  }

  /** The whole response to a query, at the default precision or another. */
  search(question: Question, precision?: number): Promise<Json> {
    return this.#api('POST', `${ENGINE}/search`, searchOf(question, precision));
  }

  stop(): Promise<void> {
    return this.#server.close();
  }
}
