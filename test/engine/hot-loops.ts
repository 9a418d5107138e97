/**
 * Runs queries of every kind until their loops are compiled, then prints a line and runs them again: with
 * --trace-deopt, V8 prints later deoptimizations to standard output after that line.
 */

import { matchRules } from '../../src/search/precision.ts';
import { countedView, plainPlan, wordOf } from './counted-corpus.ts';
import { runSearch } from './run-search.ts';

const view = countedView();

function round(first: number): void {
  for (let rank = first; rank < first + 40; rank++) {
    const [one, other] = [wordOf(rank % 60), wordOf((7 * rank) % 300)];
    const misspelt = `${one.slice(0, 4)}x${one.slice(5)}`;
    runSearch(view, plainPlan(one, { matching: matchRules(11) }));
    runSearch(view, plainPlan(`${one} ${other}`, { matching: matchRules(11) }));
    runSearch(view, plainPlan(`${one} ${other}`, { matching: matchRules(11), totalUpTo: 100 }));
    runSearch(view, plainPlan(misspelt));
    runSearch(view, plainPlan(one.slice(0, 2)));
    runSearch(view, plainPlan(`${one} ${other}`));
    runSearch(view, plainPlan(`${one} ${other}`, { matching: matchRules(8) }));
  }
}

for (let i = 0; i < 12; i++) round(i);
// Compilers run concurrently: they need time to finish, and their code needs time to be used.
await new Promise((resolve) => setTimeout(resolve, 300));
for (let i = 12; i < 16; i++) round(i);
process.stdout.write('\nwarm\n');
for (let i = 16; i < 22; i++) round(i);
