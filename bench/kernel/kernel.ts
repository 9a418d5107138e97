import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compete, pace } from '../contest.ts';
import { type DataSet, rawBytes } from '../data-set.ts';
import {
  bytesOfJson,
  CAPPED_CLASSES,
  cappedGoals,
  kernelGoals,
  kernelMedian,
  kernelSlowest,
} from '../goals.ts';
import { type Question, readClasses } from '../questions.ts';
import type { Report } from '../report.ts';
import { PEERS, type Settings, takesPart } from '../settings.ts';
import { medianRow, type Row } from '../table.ts';
import { timeRow } from '../time-row.ts';
import { type Contestant, LuceneContestant, NodeContestant, treeLine } from './contestant.ts';
import type { LoadOrder, LoadReport } from './engine.ts';
import { prepareJava } from './java.ts';
import { isInstalled } from './package-import.ts';
import { writeRows } from './rows.ts';
import { type Expansions, type QueryTree, treeOf, withExpansions } from './tree.ts';

const CAP = 10_000;
const PACKAGES: Readonly<Record<string, string>> = { minisearch: 'minisearch', orama: '@orama/orama' };
const SMALL_SET_ONLY = ['minisearch', 'orama'];

/** The same query tree in every engine, each in a process of its own, timed inside. */
export async function kernelLevel(set: DataSet, settings: Settings, report: Report): Promise<void> {
  const ours = new NodeContestant('ours', settings.packages);
  const peers = peersFor(set, settings, report);
  try {
    const folder = join(settings.work, `kernel-${set.name}`);
    mkdirSync(folder, { recursive: true });
    const words = await writeRows(set, 'words', settings.work);
    const order = { set, words, folder };
    const { bytes = 0 } = await load(ours, order, report);
    await reportBytes(set, bytes, report);
    const contestants: Array<Contestant<QueryTree>> = [ours];
    for (const peer of peers) {
      try {
        await load(peer, order, report);
        contestants.push(peer);
      } catch (error) {
        report.leaveOut(`${peer.name} at kernel ${set.name}: ${error}`);
      }
    }
    await exactBlock(set, settings, report, contestants, ours);
    const lucene = contestants.find(({ name }) => name === 'lucene');
    if (lucene !== undefined) await cappedBlock(set, settings, report, [ours, lucene]);
  } finally {
    for (const contestant of [ours, ...peers]) await contestant.close();
  }
}

async function load(
  contestant: Contestant<QueryTree>,
  order: LoadOrder,
  report: Report,
): Promise<LoadReport> {
  const loaded = await contestant.load(order);
  report.say(`kernel ${order.set.name}: ${contestant.name} loaded ${JSON.stringify(loaded)}`);
  return loaded;
}

function peersFor(set: DataSet, settings: Settings, report: Report): Array<Contestant<QueryTree>> {
  const peers: Array<Contestant<QueryTree>> = [];
  const { packages } = settings;
  for (const name of PEERS) {
    if (!takesPart(settings.peers, name, set.name)) continue;
    if (name === 'lucene') {
      const java = prepareJava(settings);
      if (java.isThere) {
        peers.push(new LuceneContestant(java.process, 'kernel', treeLine));
        report.version('lucene', java.version);
      } else report.leaveOut(java.missing);
    } else if (name === 'fts5') {
      peers.push(new NodeContestant(name, packages));
    } else if (SMALL_SET_ONLY.includes(name) && set.name === '63k') {
      const wanted = PACKAGES[name] as string;
      if (isInstalled(packages, wanted)) peers.push(new NodeContestant(name, packages));
      else report.leaveOut(`${name}: the package ${wanted} is not installed in ${packages}`);
    }
  }
  return peers;
}

async function reportBytes(set: DataSet, bytes: number, report: Report): Promise<void> {
  const bound = bytesOfJson(set.name);
  report.add({
    level: 'kernel',
    set: set.name,
    measure: 'resident bytes of all index buffers, of raw JSON',
    unit: 'share',
    better: 'less',
    ours: bytes / (await rawBytes(set)),
    peers: {},
    ...(bound !== undefined && { bound }),
  });
}

async function exactBlock(
  set: DataSet,
  settings: Settings,
  report: Report,
  contestants: ReadonlyArray<Contestant<QueryTree>>,
  ours: NodeContestant,
): Promise<void> {
  const rows: Row[] = [];
  for (const { name, measured, warm } of readClasses(settings, { dropStopWords: false })) {
    const found = await expansionsOf([...measured, ...warm], ours);
    const asked = contestants.map((contestant) => ({
      name: contestant.name,
      // Lucene has the same fuzzy search; the others get the words.
      ask: (tree: QueryTree) =>
        contestant.ask(
          found.size === 0 || contestant === ours || contestant.name === 'lucene'
            ? tree
            : withExpansions(tree, found),
        ),
    }));
    const figures = await compete(asked, {
      ...pace(settings),
      measured: measured.map((question) => treeOf(question)),
      warm: warm.map((question) => treeOf(question)),
    });
    const facts = { level: 'kernel', set: set.name, name };
    rows.push(report.add(timeRow(facts, 'p50', figures, kernelGoals(set.name, name))));
    report.add(timeRow(facts, 'p99', figures, kernelSlowest(set.name)));
    report.detail(`kernel/${set.name}/${name}`, Object.fromEntries(figures));
  }
  const middle = medianRow(rows, 'p50 in the median class', kernelMedian(set.name));
  if (middle !== undefined) report.add(middle);
}

async function cappedBlock(
  set: DataSet,
  settings: Settings,
  report: Report,
  contestants: ReadonlyArray<Contestant<QueryTree>>,
): Promise<void> {
  for (const { name, measured, warm } of readClasses(settings, { dropStopWords: false })) {
    if (!CAPPED_CLASSES.includes(name)) continue;
    const figures = await compete(
      contestants.map((contestant) => ({
        name: contestant.name,
        ask: async (tree: QueryTree) => {
          const answer = await contestant.ask(tree);
          return { ...answer, total: Math.min(answer.total, CAP) };
        },
      })),
      {
        ...pace(settings),
        measured: measured.map((question) => treeOf(question, CAP)),
        warm: warm.map((question) => treeOf(question, CAP)),
      },
    );
    const facts = { level: 'kernel, totals to 10,000', set: set.name, name };
    report.add(timeRow(facts, 'p50', figures, cappedGoals(set.name)));
    report.add(timeRow(facts, 'p99', figures, {}));
    report.detail(`kernel-capped/${set.name}/${name}`, Object.fromEntries(figures));
  }
}

/** By misspelt word what ours finds for it. */
async function expansionsOf(
  questions: readonly Question[],
  ours: NodeContestant,
): Promise<Map<string, Expansions>> {
  const found = new Map<string, Expansions>();
  for (const { terms, fuzzy } of questions) {
    if (fuzzy === undefined) continue;
    for (const word of terms) if (!found.has(word)) found.set(word, await ours.expand(word, fuzzy));
  }
  return found;
}
