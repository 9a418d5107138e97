import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compete, pace } from '../contest.ts';
import { type DataSet, rawBytes } from '../data-set.ts';
import { bytesOfJson, kernelGoals, kernelMedian, kernelSlowest } from '../goals.ts';
import { readClasses } from '../questions.ts';
import type { Report } from '../report.ts';
import { PEERS, type Settings, takesPart } from '../settings.ts';
import { medianRow, type Row } from '../table.ts';
import { timeRow } from '../time-row.ts';
import { type Contestant, LuceneContestant, NodeContestant, questionLine } from './contestant.ts';
import type { LoadOrder, LoadReport } from './engine.ts';
import { prepareJava } from './java.ts';
import { isInstalled } from './package-import.ts';
import { COUNTED, type KernelQuestion, kernelClass, kernelQuestion } from './question.ts';
import { writeRows } from './rows.ts';

const PACKAGES: Readonly<Record<string, string>> = { minisearch: 'minisearch', orama: '@orama/orama' };
const SMALL_SET_ONLY = ['minisearch', 'orama'];

/** A search at precision 11 and its equivalent in every engine, each in a separate process that takes the times. */
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
    const contestants: Array<Contestant<KernelQuestion>> = [ours];
    for (const peer of peers) {
      try {
        await load(peer, order, report);
        contestants.push(peer);
      } catch (error) {
        report.leaveOut(`${peer.name} at kernel ${set.name}: ${error}`);
      }
    }
    await askAll(set, settings, report, contestants);
  } finally {
    for (const contestant of [ours, ...peers]) await contestant.close();
  }
}

async function load(
  contestant: Contestant<KernelQuestion>,
  order: LoadOrder,
  report: Report,
): Promise<LoadReport> {
  const loaded = await contestant.load(order);
  report.say(`kernel ${order.set.name}: ${contestant.name} loaded ${JSON.stringify(loaded)}`);
  return loaded;
}

function peersFor(set: DataSet, settings: Settings, report: Report): Array<Contestant<KernelQuestion>> {
  const peers: Array<Contestant<KernelQuestion>> = [];
  const { packages } = settings;
  for (const name of PEERS) {
    if (!takesPart(settings.peers, name, set.name)) continue;
    if (name === 'lucene') {
      const java = prepareJava(settings);
      if (java.isThere) {
        peers.push(new LuceneContestant(java.process, 'kernel', questionLine));
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

async function askAll(
  set: DataSet,
  settings: Settings,
  report: Report,
  contestants: ReadonlyArray<Contestant<KernelQuestion>>,
): Promise<void> {
  const rows: Row[] = [];
  const asked = contestants.map((contestant) => ({
    name: contestant.name,
    // Findling and Lucene stop counting there; the others do not.
    ask: async (question: KernelQuestion) => {
      const answer = await contestant.ask(question);
      return { ...answer, total: Math.min(answer.total, COUNTED) };
    },
  }));
  for (const { name: asWritten, measured, warm } of readClasses(settings, { dropStopWords: false })) {
    const name = kernelClass(asWritten);
    if (name === undefined) continue;
    const figures = await compete(asked, {
      ...pace(settings),
      measured: measured.map(kernelQuestion),
      warm: warm.map(kernelQuestion),
    });
    const facts = { level: 'kernel', set: set.name, name };
    rows.push(report.add(timeRow(facts, 'p50', figures, kernelGoals(set.name, name))));
    report.add(timeRow(facts, 'p99', figures, kernelSlowest(set.name)));
    report.detail(`kernel/${set.name}/${name}`, Object.fromEntries(figures));
  }
  const middle = medianRow(rows, 'p50 in the median class', kernelMedian(set.name));
  if (middle !== undefined) report.add(middle);
}
