import { Random } from '../../test/support/seed.ts';
import type { Corpus, Queries, Query } from './corpus.ts';

const WORDS = 30_000;
const QUESTIONS = 200;
const CONSONANTS = [...'bdfgklmnprstvz'];
const VOWELS = [...'aeiou'];
const SYLLABLES = CONSONANTS.flatMap((consonant) => VOWELS.map((vowel) => consonant + vowel));
const SECTIONS =
  'admin devel doc editors games graphics libs mail math net perl python rust science sound text utils web x11'.split(
    ' ',
  );
const PRIORITIES = ['optional', 'optional', 'optional', 'required', 'important'];

/** A unique word for each number, longer for larger numbers. */
function word(rank: number): string {
  const syllables = [SYLLABLES[rank % SYLLABLES.length]];
  for (let rest = Math.floor(rank / SYLLABLES.length); syllables.length < 2 || rest > 0; ) {
    syllables.push(SYLLABLES[(rest * 31 + 17) % SYLLABLES.length]);
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return syllables.join('');
}

/**
 * Generated documents in the form of package descriptions. Word frequencies follow Zipf's law, as in real texts: the
 * n-th most frequent word is about 1/n as frequent as the first. No other property of a language is imitated.
 */
export class GeneratedCorpus implements Corpus {
  readonly name = 'made up';
  readonly queries: Queries;
  readonly #seed: number;
  #random: Random;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed);
    this.queries = this.#makeQueries();
  }

  /** Starts from the beginning with every call, so only one reader at a time. */
  async *lines(most: number): AsyncGenerator<string> {
    this.#random = new Random(this.#seed + 1);
    for (let i = 0; i < most; i++) yield JSON.stringify(this.#document(i));
  }

  #document(i: number): object {
    const random = this.#random;
    const day = 1 + random.below(28);
    return {
      id: `d${i}`,
      name: `${this.#word()}-${this.#word()}`,
      summary: this.#text(8),
      body: this.#text(40 + random.below(80)),
      section: random.pick(SECTIONS),
      maintainer: `${word(random.below(400))} team`,
      priority: random.pick(PRIORITIES),
      tags: Array.from({ length: random.below(6) }, () => `role::${word(random.below(60))}`),
      size: random.below(20_000),
      published: `20${10 + random.below(15)}-0${1 + random.below(9)}-${String(day).padStart(2, '0')}T00:00:00+00:00`,
      location: `${(random.next() * 140 - 70).toFixed(4)},${(random.next() * 360 - 180).toFixed(4)}`,
    };
  }

  #text(words: number): string {
    return Array.from({ length: words }, () => this.#word()).join(' ');
  }

  #word(): string {
    return word(Math.floor(WORDS ** this.#random.next()) - 1);
  }

  /** A word with a rank from `from` to `to`. */
  #wordOf(from: number, to: number): string {
    return word(from + this.#random.below(to - from));
  }

  #makeQueries(): Queries {
    const random = this.#random;
    const list = (make: () => Query): Query[] => Array.from({ length: QUESTIONS }, make);
    const common = (): string => this.#wordOf(5, 60);
    const usual = (): string => this.#wordOf(60, 800);
    return {
      single: list(() => ({ terms: [usual()] })),
      and2: list(() => ({ terms: [usual(), usual()], op: 'and' })),
      or2: list(() => ({ terms: [usual(), usual()], op: 'or' })),
      or2cc: list(() => ({ terms: [common(), common()], op: 'or' })),
      prefix: list(() => ({ terms: [usual().slice(0, 3)], op: 'and' })),
      typo1: list(() => ({ terms: [this.#misspelt(this.#wordOf(1000, 10_000))] })),
      filtfacet: list(() => ({
        terms: [usual()],
        filter: { section: [random.pick(SECTIONS), random.pick(SECTIONS)], size: [50, 5000] },
        facets: ['section', 'priority', 'tags'],
      })),
      termfacet: list(() => ({ terms: [usual()], facets: ['section', 'maintainer', 'tags'] })),
      sortnum: list(() => ({ terms: [usual()], sort: 'size' })),
      geo: list(() => ({
        terms: [usual()],
        geo: [random.below(100) - 50, random.below(300) - 150, 500],
        facets: ['section'],
      })),
      allfacet: list(() => ({ terms: [], facets: ['section', 'priority', 'maintainer'] })),
    };
  }

  /** Replaces one letter, but not the first two, which must match in a fuzzy search. */
  #misspelt(right: string): string {
    const at = 2 + this.#random.below(right.length - 2);
    return `${right.slice(0, at)}x${right.slice(at + 1)}`;
  }
}
