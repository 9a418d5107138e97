import { Random } from '../support/seed.ts';

const CONSONANTS = 'bdfgklmnprst';
const VOWELS = 'aeiou';

/** Words of two to four syllables, without repetitions. */
function words(random: Random, count: number): string[] {
  const found = new Set<string>();
  const syllable = (): string => random.pick([...CONSONANTS]) + random.pick([...VOWELS]);
  while (found.size < count) {
    found.add(Array.from({ length: 2 + random.below(3) }, syllable).join(''));
  }
  return [...found];
}

/**
 * Documents as a shop has them: one category on 60 %, lists of tags, prices and ratings of very different frequency,
 * dates, places, missing fields and nulls. Values have the form in which the API shows them, so that a copy is the same
 * byte by byte.
 */
export function* catalogueLines(count: number, seed: number): Generator<string> {
  const random = new Random(seed);
  const vocabulary = words(random, 3000);
  // Few words are frequent.
  const word = (): string => vocabulary[Math.floor(vocabulary.length * random.next() ** 3)] as string;
  const text = (least: number, most: number): string =>
    Array.from({ length: least + random.below(most - least) }, word).join(' ');
  for (let n = 0; n < count; n++) {
    const document: Record<string, unknown> = { id: `item-${String(n).padStart(6, '0')}`, title: text(2, 7) };
    document.category = random.next() < 0.6 ? 'general' : `category ${random.below(900)}`;
    if (random.next() < 0.7) document.body = text(5, 25);
    if (random.next() < 0.8)
      document.tags = Array.from({ length: 1 + random.below(4) }, () => `tag-${random.below(300)}`);
    if (random.next() < 0.9) document.price = Math.round(100_000 * random.next() ** 6) / 100;
    if (random.next() < 0.95) document.rating = random.below(5);
    if (random.next() < 0.9) {
      const day = Date.UTC(2015, 0, 1) + 86_400_000 * Math.floor(3000 * random.next() ** 2);
      document.added = new Date(day).toISOString().replace('.000Z', '+00:00');
    }
    if (random.next() < 0.3) document.place = `${random.below(9000) / 100},${random.below(18_000) / 100}`;
    if (random.next() < 0.1) document.subtitle = null;
    yield JSON.stringify(document);
  }
}

export const CATALOGUE_SCHEMA = { price: 'number', rating: 'number', added: 'date', place: 'geolocation' };
