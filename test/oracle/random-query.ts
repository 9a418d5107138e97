import { analyzerFor } from '../../src/analysis/language.ts';
import type { Operand, QueryPlan } from '../../src/index/plan.ts';
import type { Random } from '../support/seed.ts';
import type { RandomEngine } from './random-engine.ts';
import { randomText } from './random-text.ts';
import { several } from './random-value.ts';

/** A query of any kind, half of the time in words that stand in the engine's texts. */
export function randomQuery(random: Random, engine: RandomEngine): QueryPlan {
  const text = (longest: number): string =>
    random.below(2) === 0
      ? quotation(random, engine, longest)
      : randomText(random, engine.vocabulary, longest);
  const operand = (): Operand =>
    random.below(2) === 0
      ? { kind: 'phrase', text: text(4) }
      : { kind: 'word', text: text(random.below(3) === 0 ? 2 : 1).replaceAll(/\s+/g, '-') };
  const operands = (): Operand[] => (random.below(2) === 0 ? [] : several(random, 2, operand));
  switch (random.below(12)) {
    case 0:
      return { kind: 'everything' };
    case 1:
      return { kind: 'prefix', text: text(2) };
    case 2:
    case 3:
    case 4:
      return { kind: 'operators', required: operands(), wanted: operands(), forbidden: operands() };
    case 5:
    case 7:
      return randomSynonyms(random, engine, text(4), text);
    case 6:
      return { kind: 'plain', text: random.pick(engine.ids), synonyms: [] };
    default:
      return { kind: 'plain', text: text(random.pick([1, 2, 3, 6])), synonyms: [] };
  }
}

/** Synonyms of words in the query, most of them with words of the engine's texts; a few do not stand in the query. */
function randomSynonyms(
  random: Random,
  engine: RandomEngine,
  query: string,
  text: (longest: number) => string,
): QueryPlan {
  const words: string[] = [];
  analyzerFor(engine.language).words(query, (word) => words.push(word));
  const member = (): string[] => {
    const start = random.below(words.length);
    return words.slice(start, start + 1 + random.below(random.below(2) === 0 ? 1 : 3));
  };
  const synonyms = several(random, 3, () => ({
    words: random.below(8) === 0 ? [random.pick(engine.vocabulary)] : member(),
    alternatives: several(random, 4, () => text(random.below(2) === 0 ? 1 : 3)),
  }));
  return { kind: 'plain', text: query, synonyms: synonyms.filter((one) => one.words.length > 0) };
}

/** A few chunks that stand together in some text of the engine; now and then one is moved, split, or compounds on. */
export function quotation(random: Random, { batches, labels }: RandomEngine, longest: number): string {
  const { changes } = random.pick(batches);
  const fields = changes[random.below(changes.length)]?.fields?.values() ?? [];
  const texts = [...fields].flat().filter((item) => typeof item === 'string');
  const chunks = random.pick([...texts, ...labels]).split(/\s+/);
  const start = random.below(chunks.length);
  const quoted = chunks.slice(start, start + 1 + random.below(longest));
  const at = random.below(quoted.length);
  const chunk = [...(quoted[at] ?? '')];
  const cut = 1 + random.below(chunk.length || 1);
  const changed = {
    same: quoted,
    moved: quoted.toSpliced(at, 1).toSpliced(at + 1 + random.below(2), 0, chunk.join('')),
    split: quoted.toSpliced(at, 1, chunk.slice(0, cut).join(''), chunk.slice(cut).join('')),
    compounds: quoted.toSpliced(at, 2, quoted.slice(at, at + 2).join('')),
    stuffed: quoted.toSpliced(at, 0, random.pick(['the', 'of', 'who'])),
  };
  return changed[random.pick(['same', 'same', 'moved', 'split', 'compounds', 'stuffed'] as const)].join(' ');
}
