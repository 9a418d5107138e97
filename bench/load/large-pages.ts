import { limits } from '../../src/limits.ts';
import type { Ask } from './client.ts';

/** Documents of the largest size, so that a hundred of them make a body of 10 MB. */
const LENGTH = limits.documentBytes - 200;
const PER_REQUEST = 100;

/** Characters other than plain ASCII would take more bytes, in UTF-8 or as JSON. */
const plain = (text: string): string => text.replace(/[^ !#-[\]-~]/g, ' ');

/** A second engine, `pages`, whose documents are long texts composed of those in `lines`. */
export function largeWrites(lines: readonly string[], documents: number): Ask[] {
  const text = plain(
    lines
      .map((line) => JSON.parse(line).body)
      .join(' ')
      .slice(0, 20 * LENGTH),
  );
  // Each begins at another offset of the same long text.
  const twice = text.repeat(1 + Math.ceil(LENGTH / text.length));
  const document = (i: number): object => {
    const from = (i * 7919) % text.length;
    return { id: `p${i}`, title: `page ${i}`, body: twice.slice(from, from + LENGTH) };
  };
  return Array.from({ length: Math.ceil(documents / PER_REQUEST) }, (_, request) => {
    const first = request * PER_REQUEST;
    const count = Math.min(PER_REQUEST, documents - first);
    const body = JSON.stringify(Array.from({ length: count }, (_, i) => document(first + i)));
    return { kind: 'body of 10 MB', method: 'POST', path: '/engines/pages/documents', body };
  });
}

/** The largest possible page: hits of 100 KB, with the longest snippets around a word that all of them contain. */
export function largePage(lines: readonly string[]): Ask {
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const word of plain(JSON.parse(line).body).match(/[a-z]{6,}/g) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const [query] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0]);
  const body = JSON.stringify({
    query,
    page: { size: limits.searchResultsPerPage.most },
    result_fields: {
      title: { raw: {} },
      body: { snippet: { size: limits.resultSize.most, fallback: true } },
    },
  });
  return { kind: 'page of 1,000', method: 'POST', path: '/engines/pages/search', body };
}
