import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSet } from '../data-set.ts';
import { buildGoals } from '../goals.ts';
import { EngineProcess } from '../kernel/engine-process.ts';
import { prepareJava } from '../kernel/java.ts';
import { writeRows } from '../kernel/rows.ts';
import { canPin, MEASURED_CORE, NO_PINNING } from '../pinning.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';

/** Builds of each engine, in turn; the last one counts, after JIT compilation. */
const timesFor = (set: DataSet): number => (set.name === '1m' ? 2 : 3);

interface Builder {
  readonly name: string;
  readonly process: EngineProcess;
  readonly line: (time: number) => string;
}

/**
 * How fast is an index built, on one core, from parsed documents, with positions and all expansions? Lucene has the
 * sub-fields of App Search for them.
 */
export async function buildLevel(set: DataSet, settings: Settings, report: Report): Promise<void> {
  const isPinned = canPin();
  if (!isPinned) report.leaveOut(`building on one core: ${NO_PINNING}; both built on as many as they took`);
  const core = isPinned ? { core: MEASURED_CORE } : {};
  const builders: Builder[] = [
    {
      name: 'ours',
      process: new EngineProcess('ours', {
        command: process.execPath,
        args: ['--max-old-space-size=8192', join(import.meta.dirname, 'build-ours.ts')],
        ...core,
      }),
      line: () => ['build', set.name, set.file, set.limit].join('\t'),
    },
  ];
  const java = prepareJava(settings);
  if (!settings.peers.includes('lucene')) report.leaveOut('Lucene, which BENCH_PEERS does not name');
  else if (!java.isThere) report.leaveOut(java.missing);
  else {
    const rows = await writeRows(set, 'texts', settings.work);
    builders.push({
      name: 'lucene',
      process: new EngineProcess('lucene', { ...java.process, ...core }),
      line: (time) => {
        const folder = join(settings.work, `build-${set.name}-${time}`);
        mkdirSync(folder, { recursive: true });
        return ['build', rows, folder].join('\t');
      },
    });
  }
  const speeds = new Map<string, number[]>();
  const bytes = new Map<string, number>();
  try {
    for (let time = 0; time < timesFor(set); time++) {
      for (const builder of builders) {
        const [, documents, nanos, size] = await builder.process.ask(builder.line(time));
        const speed = Number(documents) / (Number(nanos) / 1e9);
        speeds.set(builder.name, [...(speeds.get(builder.name) ?? []), speed]);
        bytes.set(builder.name, Number(size));
      }
    }
  } finally {
    for (const { process } of builders) await process.close();
  }
  const lucene = speeds.get('lucene')?.at(-1);
  report.add({
    level: 'build',
    set: set.name,
    measure: 'documents per second, one core, all ways of matching',
    unit: '1/s',
    better: 'more',
    ours: speeds.get('ours')?.at(-1) ?? Number.NaN,
    peers: lucene === undefined ? {} : { lucene },
    goals: buildGoals,
  });
  report.detail(`build/${set.name}`, {
    speeds: Object.fromEntries(speeds),
    bytes: Object.fromEntries(bytes),
  });
}
