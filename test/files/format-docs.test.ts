import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMAT } from '../../src/index/embedded/files/format.ts';
import type { SectionEntry } from '../../src/index/embedded/segment/sections.ts';
import { SCHEMA, segmentOf } from './kept-engine.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/FORMAT.md'), 'utf8');

/** The sections that a part of the page lists, with their kinds: `name kind`. */
const statedIn = (heading: string): string[] => {
  const part = PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...part.matchAll(/^\| `([^`]+)` \| `(u8|u16|u32|f64)` \|/gm)].map(
    ([, name, kind]) => `${name} ${kind}`,
  );
};

/** Sections under the names used on the page. */
const namesOf = (entries: readonly SectionEntry[]): string[] =>
  entries.map(({ name, kind }) => {
    const field = SCHEMA.find(([field]) => name.split('/')[1] === field)?.[0] ?? 'id';
    const general = /^(text|column)\//.test(name) ? name.replace(`/${field}/`, '/<field>/') : name;
    return `${general} ${kind}`;
  });

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

test('docs/FORMAT.md lists exactly the sections of a segment, with their kinds', () => {
  assert.deepEqual(sorted(statedIn('Segments')), sorted(namesOf(segmentOf(0, 10).image.entries)));
});

test('docs/FORMAT.md has the current format version', () => {
  assert.match(PAGE, new RegExp(`format\\.ts\`, now ${FORMAT}\\.`));
});
