import assert from 'node:assert/strict';
import type { TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { type StoredClick, storedClicks } from '../support/stored-clicks.ts';

/** Emma is a title and a first name, so that the searched fields matter. */
export const BOOKS = [
  { id: 'dune', title: 'Dune', author: 'Frank Herbert', year: 1965, genre: ['science fiction'] },
  { id: 'emma', title: 'Emma', author: 'Jane Austen', year: 1815, genre: ['romance', 'comedy'] },
  { id: 'room', title: 'Room', author: 'Emma Donoghue', year: 2010, genre: ['drama'] },
  { id: 'persuasion', title: 'Persuasion', author: 'Jane Austen', year: 1817, genre: ['romance'] },
];

/**
 * The service that the tests of a file share, without the engines of earlier tests. A test that changes keys and does
 * not delete or restore them starts its own service.
 */
export async function emptyService(): Promise<TestService> {
  const service = await sharedService();
  for (;;) {
    const { json } = await service.call('GET', '/engines');
    if (json.results.length === 0) return service;
    for (const { name } of json.results) {
      const { status, text } = await service.call('DELETE', `/engines/${name}`);
      assert.equal(status, 200, text);
    }
  }
}

/** A service whose only engine is `books`, with these books; their years are numbers. */
export async function bookshop(service?: TestService): Promise<TestService> {
  const shop = service ?? (await emptyService());
  await shop.call('POST', '/engines', { body: { name: 'books' } });
  await shop.call('POST', '/engines/books/schema', { body: { year: 'number' } });
  await shop.call('POST', '/engines/books/documents', { body: BOOKS });
  return shop;
}

/** The ids of the hits of a search, in alphabetical order. */
export const foundIds = (found: { readonly results: readonly unknown[] }): string[] =>
  found.results.map((result) => (result as { id: { raw: string } }).id.raw).sort();

/** The suggestions of a response. */
export const suggestions = (...texts: string[]) => ({
  documents: texts.map((suggestion) => ({ suggestion })),
});

/** The stored clicks on the books. */
export async function clicksOf(service: TestService): Promise<Array<Omit<StoredClick, 'time'>>> {
  return (await storedClicks(service, 'books')).map(({ time: _, ...click }) => click);
}
