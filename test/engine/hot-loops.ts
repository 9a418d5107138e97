/**
 * Runs questions of every kind until their loops are compiled, then says so and runs them again: what V8 gives up after
 * that line, with --trace-deopt, is told on standard output too.
 */
import { runSearch } from '../../src/index/embedded/query/search.ts';
import { searchTree } from '../../src/index/embedded/query/tree.ts';
import { countedView, plainPlan, requestOf, wordOf } from './counted-corpus.ts';

const view = countedView();

function round(first: number): void {
  for (let rank = first; rank < first + 40; rank++) {
    const [one, other] = [wordOf(rank % 60), wordOf((7 * rank) % 300)];
    const terms = [
      { kind: 'term', word: one },
      { kind: 'term', word: other },
    ] as const;
    searchTree(view, requestOf('or', terms.slice(0, 1)));
    searchTree(view, requestOf('or', terms));
    searchTree(view, requestOf('and', terms));
    searchTree(view, requestOf('or', terms, { totalUpTo: 100 }));
    searchTree(view, requestOf('or', [{ kind: 'prefix', word: one.slice(0, 2) }]));
    searchTree(
      view,
      requestOf('or', [{ kind: 'fuzzy', word: `${one.slice(0, 4)}x${one.slice(5)}`, edits: 2 }]),
    );
    runSearch(view, plainPlan(`${one} ${other}`));
    runSearch(view, plainPlan(`${one} ${other}`, { precision: 8 }));
  }
}

for (let i = 0; i < 12; i++) round(i);
// Compilers work beside: they get the time to finish, and what they made the time to be used.
await new Promise((resolve) => setTimeout(resolve, 300));
for (let i = 12; i < 16; i++) round(i);
process.stdout.write('\nwarm\n');
for (let i = 16; i < 22; i++) round(i);
