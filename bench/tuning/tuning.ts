import { join } from 'node:path';
import { type Asked, compete, pace } from '../contest.ts';
import type { DataSet } from '../data-set.ts';
import { TUNING_GOAL } from '../goals.ts';
import { NodeContestant } from '../kernel/contestant.ts';
import { readClasses } from '../questions.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { medianRow, type Row } from '../table.ts';
import { timeRow } from '../time-row.ts';
import { type TunedQuestion, tunedQuestions, type UntunedQuestion, type Variant } from './tuned-question.ts';

const SERVE = join(import.meta.dirname, 'serve-tuned.ts');
/** The same words as or2, and at the default precision the same query. */
const SAME_AS_OR2 = 'and2';

/** Each variant with the one that it is compared with. A frequent synonym finds more documents than the word alone. */
const PAIRS: ReadonlyArray<readonly [Variant, peer: Variant]> = [
  ['curated', 'plain'],
  ['synonym', 'plain'],
  ['synonym of two words', 'plain'],
  ['frequent synonym', 'plain'],
  ['frequent synonym', 'both words'],
  ['meta engine', 'plain'],
];

/**
 * What tuning costs: the same queries with a curation, with a synonym, and over an engine whose documents are in four
 * others, each against the query without it, on one engine in the same process.
 */
export async function tuningLevel(set: DataSet, settings: Settings, report: Report): Promise<void> {
  const ours = new NodeContestant<TunedQuestion>('ours', settings.packages, SERVE);
  const asked = (name: string, variant: Variant): Asked<UntunedQuestion> => ({
    name,
    ask: (question) => ours.ask({ ...question, variant }),
  });
  try {
    const loaded = await ours.load({ set, words: '', folder: settings.work });
    report.say(`tuning ${set.name}: loaded ${JSON.stringify(loaded)}`);
    const rare = readClasses({ ...settings, classes: ['typo1'] }, { dropStopWords: true }).flatMap(
      ({ measured }) => measured.flatMap(({ orig }) => orig ?? []),
    );
    for (const [variant, peer] of PAIRS) {
      // Quarters of a million documents would need the memory twice.
      if (variant === 'meta engine' && set.name === '1m') continue;
      const label = peer === 'plain' ? variant : `${variant} against ${peer}`;
      const rows: Row[] = [];
      for (const { name, measured, warm } of readClasses(settings, { dropStopWords: true })) {
        const hasWords = measured.every(({ terms }) => terms.length > 0);
        if (name === SAME_AS_OR2 || (!hasWords && variant.includes('synonym'))) continue;
        const figures = await compete([asked('ours', variant), asked(peer, peer)], {
          ...pace(settings),
          measured: tunedQuestions(measured, warm, rare),
          warm: tunedQuestions(warm, measured, rare),
        });
        const facts = { level: 'tuning', set: set.name, name: `${label}, ${name}` };
        const note = `hits ${[...figures].map(([who, { total }]) => `${who} ${Math.round(total)}`).join(', ')}`;
        const row = timeRow(facts, 'p50', figures, {}, { compareTotals: false });
        rows.push(report.add({ ...row, note }));
        report.detail(`tuning/${set.name}/${label}/${name}`, Object.fromEntries(figures));
      }
      const middle = medianRow(rows, `${label}, p50 in the median class`, { [peer]: TUNING_GOAL });
      if (middle !== undefined) report.add(middle);
    }
  } finally {
    await ours.close();
  }
}
