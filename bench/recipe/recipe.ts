import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compete, pace } from '../contest.ts';
import type { DataSet } from '../data-set.ts';
import { recipeMedian } from '../goals.ts';
import { LuceneContestant, luceneLine, NodeContestant } from '../kernel/contestant.ts';
import { prepareJava } from '../kernel/java.ts';
import { conditionsOf } from '../kernel/question.ts';
import { writeRows } from '../kernel/rows.ts';
import { type Question, readClasses } from '../questions.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { medianRow, type Row } from '../table.ts';
import { timeRow } from '../time-row.ts';

const SERVE = join(import.meta.dirname, 'serve-ours.ts');
/** The same words as or2, and at the default precision the same query. */
const SAME_AS_OR2 = 'and2';

/**
 * Our default search against Lucene with the sub-fields and the query of App Search. The matches differ slightly, since
 * each has its own rules; totals are shown but do not decide.
 */
export async function recipeLevel(set: DataSet, settings: Settings, report: Report): Promise<void> {
  const java = prepareJava(settings);
  if (!settings.peers.includes('lucene') || !java.isThere) {
    report.leaveOut(
      java.isThere ? 'recipe: BENCH_PEERS does not name lucene' : `recipe level: ${java.missing}`,
    );
    return;
  }
  const ours = new NodeContestant<Question>('ours', settings.packages, SERVE);
  const lucene = new LuceneContestant<Question>(java.process, 'recipe', (question) =>
    luceneLine(question.terms.join(' '), conditionsOf(question)),
  );
  const contestants = [ours, lucene];
  try {
    const folder = join(settings.work, `recipe-${set.name}`);
    mkdirSync(folder, { recursive: true });
    const words = await writeRows(set, 'texts', settings.work);
    for (const contestant of contestants) {
      const loaded = await contestant.load({ set, words, folder });
      report.say(`recipe ${set.name}: ${contestant.name} loaded ${JSON.stringify(loaded)}`);
    }
    const rows: Row[] = [];
    for (const { name, measured, warm } of readClasses(settings, { dropStopWords: true })) {
      if (name === SAME_AS_OR2) continue;
      const figures = await compete(contestants, { ...pace(settings), measured, warm });
      const facts = { level: 'recipe', set: set.name, name };
      const note = `hits ${[...figures].map(([who, { total }]) => `${who} ${Math.round(total)}`).join(', ')}`;
      const row = timeRow(facts, 'p50', figures, {}, { compareTotals: false });
      rows.push(report.add({ ...row, note }));
      report.add(timeRow(facts, 'p99', figures, {}, { compareTotals: false }));
      report.detail(`recipe/${set.name}/${name}`, Object.fromEntries(figures));
    }
    const middle = medianRow(rows, 'p50 in the median class', recipeMedian);
    if (middle !== undefined) report.add(middle);
  } finally {
    for (const contestant of contestants) await contestant.close();
  }
}
