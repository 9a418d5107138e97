import type { FuzzyRule, MinimumMatch, TreeNode } from '../../src/index/plan.ts';
import type { Random } from '../support/seed.ts';
import type { RandomEngine } from './random-engine.ts';
import { randomFilter } from './random-plan.ts';
import { quotation } from './random-query.ts';
import { randomText } from './random-text.ts';
import { fieldOf, someValue } from './random-value.ts';

/** A tree over every kind of node, nested up to `depth` levels. */
export function randomTree(random: Random, engine: RandomEngine, depth: number): TreeNode {
  const factor = random.pick([1, 1, 1, 0.5, 3]);
  const text = (longest: number): string =>
    random.below(2) === 0
      ? quotation(random, engine, longest)
      : randomText(random, engine.vocabulary, longest);
  const field = (): string => (random.below(8) === 0 ? 'id' : (fieldOf(random, engine, 'text') ?? 'id'));
  const word = (): string => random.pick(text(2).toLowerCase().split(/\s+/));
  const children = (most: number): TreeNode[] =>
    Array.from({ length: random.below(most + 1) }, () => randomTree(random, engine, depth - 1));
  if (depth > 0 && random.below(3) > 0) {
    if (random.below(4) === 0)
      return { kind: 'best', of: children(3), tieBreaker: random.pick([0, 0.3, 1]), factor };
    const optional = children(3);
    return {
      kind: 'bool',
      required: children(2),
      optional,
      filters: random.below(2) === 0 ? [] : children(1),
      forbidden: random.below(2) === 0 ? [] : children(2),
      needed: random.below(optional.length + 1),
      factor,
    };
  }
  switch (random.below(9)) {
    case 0:
      return { kind: 'condition', filter: randomFilter(random, engine, 2), factor };
    case 1:
      return { kind: 'exists', field: random.pick([...engine.schema.keys(), 'id', 'missing']), factor };
    case 2:
      return { kind: 'words', field: field(), words: [word(), word(), word()], factor };
    case 3: {
      const isWhole = random.below(2) === 0;
      const name = field();
      const whole = String(isWhole ? someValue(random, engine, name) : word());
      return {
        kind: 'beginning',
        field: name,
        text: [...whole].slice(0, random.below(9)).join(''),
        isWhole,
        factor,
      };
    }
    case 4:
      return {
        kind: 'phrase',
        field: field(),
        view: random.pick(['word', 'stem'] as const),
        text: text(3),
        slop: random.pick([0, 0, 1, 2, 3]),
        factor,
      };
    default: {
      const view = random.pick(['word', 'word', 'stem', 'stem', 'prefix', 'joined', 'delimiter'] as const);
      const isAnalyzed = random.below(4) > 0;
      const name =
        view === 'word' || view === 'stem' ? field() : (fieldOf(random, engine, 'text') ?? 'title');
      return {
        kind: 'text',
        field: name,
        view,
        text: isAnalyzed ? text(4) : word(),
        isAnalyzed,
        minimum: randomMinimum(random),
        fuzzy: (view === 'word' || view === 'stem') && random.below(3) === 0 ? randomFuzzy(random) : null,
        factor,
      };
    }
  }
}

const randomMinimum = (random: Random): MinimumMatch =>
  random.below(2) === 0
    ? { value: random.pick([1, 1, 2, 3, -1, 100]), isPercentage: false }
    : { value: random.pick([50, 75, 100, -25, 10]), isPercentage: true };

const randomFuzzy = (random: Random): FuzzyRule => ({
  edits: random.pick(['auto', 'auto', 0, 1, 2] as const),
  prefixLength: random.pick([0, 0, 1, 2]),
  mostWords: random.pick([50, 50, 2]),
});
