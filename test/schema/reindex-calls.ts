import { LARGE, LARGE_CHANGE, LARGE_SCHEMA } from '../support/large-engine.ts';
import type { Answer, TestService } from '../support/service.ts';

export const REINDEXING = { errors: ['Engine is reindexing.'] };
export const NEW_SCHEMA = { ...LARGE_SCHEMA, ...LARGE_CHANGE };

export const post = (service: TestService, engine: string, body: unknown, query = '') =>
  service.call('POST', `/engines/${engine}/schema${query}`, { body });
export const schemaOf = async (service: TestService, engine = LARGE) =>
  (await service.call('GET', `/engines/${engine}/schema`)).json;
export const statusOf = async (service: TestService, engine = LARGE) =>
  (await service.call('GET', `/engines/${engine}/schema/reindex`)).json;
export const cancel = (service: TestService, engine = LARGE) =>
  service.call('POST', `/engines/${engine}/schema/reindex/cancel`);
export const write = async (service: TestService, body: unknown, engine = LARGE) =>
  (await service.call('POST', `/engines/${engine}/documents`, { body })).json;
export const read = async (service: TestService, ids: string[], engine = LARGE) =>
  (await service.call('GET', `/engines/${engine}/documents`, { body: ids })).json;
export const search = (service: TestService, body: object, engine = LARGE) =>
  service.call('POST', `/engines/${engine}/search`, { body: { query: '', page: { size: 1000 }, ...body } });
/** Exact words: by default, similar numbers would be fuzzy matches of each other. */
export const exactly = (query: string) => ({ query, precision: 11 });
export const hitsOf = ({ json }: Answer): string[] =>
  json.results.map((result: { id: { raw: string } }) => result.id.raw).sort();
export const countOf = async (service: TestService, engine = LARGE): Promise<number> =>
  (await service.call('GET', `/engines/${engine}`)).json.document_count;

export interface Failure {
  readonly document_id: string;
  readonly field: string;
  readonly type: string;
  readonly value: string;
  readonly reason: string;
}
/** The whole report, page by page. */
export async function failuresOf(service: TestService, engine = LARGE, job?: number): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (let current = 1; ; current++) {
    const query = `?page[current]=${current}&page[size]=100${job === undefined ? '' : `&job=${job}`}`;
    const { json } = await service.call('GET', `/engines/${engine}/schema/reindex/failures${query}`);
    failures.push(...json.results);
    if (current >= json.meta.page.total_pages) return failures;
  }
}
export const idsOf = (failures: readonly Failure[]): string[] =>
  failures.map((failure) => failure.document_id);
