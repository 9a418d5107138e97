import type { EnginePlan } from '../migration/plan.ts';
import type { EngineReport, KeyReport, MigrationReport } from '../migration/report.ts';
import type { Survey } from '../migration/survey.ts';
import { columns } from './command.ts';
import { counted, integer, timeText } from './progress.ts';

/** Findings of one engine that are printed; the report has all of them. */
const PRINTED = 20;

/** What a migration would do, and how long it would take. */
export interface MigrationPlan {
  readonly source: string;
  readonly target: string;
  readonly engines: ReadonlyArray<EnginePlan & Survey>;
  /** What would become of them. */
  readonly keys: readonly KeyReport[];
  /** Estimates. */
  readonly requests: number;
  readonly seconds: number;
  readonly notes: readonly string[];
}

const plural = (number: number, one: string): string =>
  `${integer.format(number)} ${one}${number === 1 ? '' : 's'}`;

const ACTIONS = { create: 'create', resume: 'continue', update: 'bring up to date' } as const;

const contentsOf = ({ engine, schema, synonyms, curations }: EnginePlan): string =>
  [
    engine.isMeta
      ? `meta engine of ${engine.sources.join(', ')}`
      : engine.documentCount === undefined
        ? 'documents of unknown number'
        : counted(engine.documentCount),
    ...(engine.isMeta
      ? []
      : [plural(Object.keys(schema).length, 'field'), `language ${engine.language ?? 'universal'}`]),
    plural(synonyms.length, 'synonym set'),
    plural(curations.length, 'curation'),
  ].join(', ');

export function planText(plan: MigrationPlan): string {
  const { source, target, engines, keys, requests, seconds, notes } = plan;
  const rows = engines.map((engine) => [
    `  ${engine.engine.name}`,
    ACTIONS[engine.action],
    contentsOf(engine),
  ]);
  const remarks = engines.flatMap(({ engine: { name }, parts, unreached, notes: own, refusal }) => [
    ...(refusal === undefined ? [] : [`${name} cannot be created here: ${refusal}`]),
    ...own.map((note) => `${name} ${note}`),
    ...(parts > 1 ? [`${name} is read in ${parts} parts`] : []),
    ...unreached.map(
      ({ documents, filters }) =>
        `${name} has ${documents === undefined ? 'documents' : counted(documents)} that searches do not reach: ${JSON.stringify(filters)}`,
    ),
  ]);
  return [
    `From ${source} to ${target}:`,
    columns(rows),
    ...keyLines(keys, 'to create'),
    ...[...remarks, ...notes].map((remark) => `- ${remark.replace(/\.$/, '')}.`),
    `About ${integer.format(requests)} requests to the source, about ${timeText(seconds)}.`,
    'This was a dry run: nothing has been changed.',
  ].join('\n');
}

/** The plan as JSON. */
export const planJson = ({ engines, ...plan }: MigrationPlan) => ({
  ...plan,
  engines: engines.map(
    ({ engine, action, schema, synonyms, curations, notes, refusal, parts, unreached }) => ({
      name: engine.name,
      type: engine.isMeta ? 'meta' : 'default',
      action,
      language: engine.language,
      documents: engine.documentCount ?? null,
      fields: Object.keys(schema).length,
      synonyms: synonyms.length,
      curations: curations.length,
      parts,
      unreached,
      notes,
      refusal: refusal ?? null,
    }),
  ),
});

/** One line about an engine. */
export function engineText({ name, type, documents, changed }: EngineReport): string {
  const { target, written, unchanged, deleted, refused, unreached } = documents;
  const counts = [
    `${integer.format(written)} written`,
    `${integer.format(unchanged)} unchanged`,
    ...(deleted > 0 ? [`${integer.format(deleted)} deleted`] : []),
    ...(refused > 0 ? [`${integer.format(refused)} refused`] : []),
    ...(unreached > 0 ? [`${integer.format(unreached)} not found`] : []),
  ];
  const sections = changed.length === 0 ? 'configuration unchanged' : `${changed.join(', ')} changed`;
  return type === 'meta'
    ? `${name}: meta engine; ${sections}.`
    : `${name}: ${counted(target)} here (${counts.join(', ')}); ${sections}.`;
}

function findingLines({ name, findings, more, unreached }: EngineReport): string[] {
  const lines = findings.map(({ kind, subject, message }) =>
    kind === 'engine' ? `  ${message}.` : `  ${kind} ${subject}: ${message.replace(/\.$/, '')}.`,
  );
  const hidden = Math.max(0, lines.length - PRINTED) + more;
  return [
    ...lines.slice(0, PRINTED),
    ...(hidden > 0
      ? [`  and ${plural(hidden, 'more finding')} (--report writes all of them to a file)`]
      : []),
    ...unreached
      .slice(0, PRINTED)
      .map(
        ({ documents, filters }) =>
          `  not reached in ${name}: ${documents ?? 'some'} of ${JSON.stringify(filters)}`,
      ),
  ];
}

function keyLines(keys: readonly KeyReport[], created = 'created'): string[] {
  if (keys.length === 0) return [];
  const count = (outcome: KeyReport['outcome']): number =>
    keys.filter((key) => key.outcome === outcome).length;
  const summary = `Keys: ${count('created')} ${created}, ${count('unchanged')} unchanged, ${count('refused')} refused.`;
  const refused = keys.filter(({ outcome }) => outcome === 'refused');
  return [
    summary,
    ...refused.map(({ name, type, reason }) => `  ${type} key ${name}: ${reason?.replace(/\.$/, '')}.`),
  ];
}

export const reportText = (report: MigrationReport): string =>
  [
    ...report.engines.flatMap((engine) => [engineText(engine), ...findingLines(engine)]),
    ...keyLines(report.keys),
    ...report.notes,
    `${plural(report.requests, 'request')} to the source, ${plural(report.retries, 'repetition')}, ${timeText(report.seconds)}.`,
  ].join('\n');
