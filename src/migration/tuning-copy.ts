import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AppSearchSource } from './app-search-source.ts';
import type { FindlingTarget } from './findling-target.ts';
import { RemoteError } from './remote-error.ts';
import type { Finding, Findings } from './report.ts';
import { sentences } from './sentences.ts';
import type { Json, SourceCuration, SynonymSet } from './source-shapes.ts';

/** The sections of the search settings that can be changed. */
const SETTINGS = ['search_fields', 'result_fields', 'boosts', 'precision'] as const;

interface TuningCopy {
  readonly source: AppSearchSource;
  readonly target: FindlingTarget;
  readonly engine: string;
  readonly findings: Findings;
  /** Whether synonym sets and curations that only the target has stay. */
  readonly keepsOthers: boolean;
}

/** Why the target refuses something; undefined if it does not. Other failures are thrown. */
async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof RemoteError && error.isRefusal) return error.message;
    throw error;
  }
}

/** Gives the engine the fields and types of the source. Whether something was changed. */
export async function copySchema(
  { target, engine, findings }: TuningCopy,
  schema: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { schema: current = {} } = await target.configuration(engine);
  const differing = Object.entries(schema).filter(([field, type]) => current[field] !== type);
  if (differing.length === 0) return false;
  if ((await refusalOf(target.changeSchema(engine, Object.fromEntries(differing)))) === undefined)
    return true;
  // All or nothing: field by field, the good ones are accepted.
  let changed = 0;
  for (const [field, type] of differing) {
    const refusal = await refusalOf(target.changeSchema(engine, { [field]: type }));
    if (refusal === undefined) changed++;
    else findings.refuse('field', field, refusal);
  }
  return changed > 0;
}

/** Copies the sections of the search settings that differ. Whether something was changed. */
export async function copySettings({ source, target, engine, findings }: TuningCopy): Promise<boolean> {
  const wanted = await source.settings(engine);
  const current = await target.settings(engine);
  const differing = SETTINGS.filter(
    (section) => wanted[section] !== undefined && !isDeepStrictEqual(wanted[section], current[section]),
  );
  if (differing.length === 0) return false;
  const only = (sections: readonly string[]): Json =>
    Object.fromEntries(sections.map((section) => [section, wanted[section]]));
  if ((await refusalOf(target.changeSettings(engine, only(differing)))) === undefined) return true;
  let changed = 0;
  for (const section of differing) {
    const refusal = await refusalOf(target.changeSettings(engine, only([section])));
    if (refusal === undefined) changed++;
    else findings.refuse('settings', section, refusal);
  }
  return changed > 0;
}

interface Entry {
  readonly id: string;
}

/** The ids of the source are kept. One of another form becomes one that is the same in every run. */
function idFor(prefix: string, id: string): string {
  if (new RegExp(`^${prefix}-[0-9a-f]{24}$`).test(id)) return id;
  return `${prefix}-${hash('sha256', id, 'hex').slice(0, 24)}`;
}

/** Copies the synonym sets if they differ. Whether something was changed. */
export async function copySynonyms(copy: TuningCopy, sets: readonly SynonymSet[]): Promise<boolean> {
  const { target, engine } = copy;
  const { synonyms: current } = await target.configuration(engine);
  const wanted = sets.map(({ id, synonyms }) => ({ id: idFor('syn', id), synonyms }));
  return replaceList(copy, 'synonyms', current, wanted, (synonyms, isTrial) =>
    target.configure(engine, { synonyms }, isTrial),
  );
}

/** Copies the curations if they differ, without documents that the engine does not have. Whether something was changed. */
export async function copyCurations(
  copy: TuningCopy,
  curations: readonly SourceCuration[],
): Promise<boolean> {
  const { target, engine, findings } = copy;
  const { curations: current } = await target.configuration(engine);
  const named = new Set(curations.flatMap(({ promoted, hidden }) => [...promoted, ...hidden]));
  const missing = await target.missing(engine, named);
  const wanted = curations.flatMap(({ id, queries, promoted, hidden }) => {
    const there = (ids: readonly string[]): string[] => ids.filter((one) => !missing.has(one));
    const entry = { id: idFor('cur', id), queries, promoted: there(promoted), hidden: there(hidden) };
    const gone = [...promoted, ...hidden].filter((one) => missing.has(one));
    if (gone.length === 0) return [entry];
    const isEmpty = entry.promoted.length + entry.hidden.length === 0;
    findings.refuse('curation', id, isEmpty ? sentences.emptyCuration : sentences.missingCurated(gone));
    return isEmpty ? [] : [entry];
  });
  return replaceList(copy, 'curation', current, wanted, (entries, isTrial) =>
    target.configure(engine, { curations: entries }, isTrial),
  );
}

/** Replaces a list of entries by those that are accepted. Whether something was changed. */
async function replaceList<T extends Entry>(
  { findings, keepsOthers }: TuningCopy,
  kind: Finding['kind'],
  current: readonly T[],
  wanted: readonly T[],
  configure: (entries: readonly T[], isTrial: boolean) => Promise<void>,
): Promise<boolean> {
  const ids = new Set(wanted.map(({ id }) => id));
  const others = keepsOthers ? current.filter(({ id }) => !ids.has(id)) : [];
  if (areSame(current, [...others, ...wanted])) return false;
  const refusalOfAll = await refusalOf(configure([...others, ...wanted], false));
  if (refusalOfAll === undefined) return true;
  const accepted = await acceptedOf(others, wanted, configure, (entry, why) => {
    findings.refuse(kind, entry.id, why);
  });
  if (areSame(current, accepted)) return false;
  await configure(accepted, false);
  return true;
}

/** The entries that are accepted next to those before them, found by binary search with trials. */
async function acceptedOf<T>(
  others: readonly T[],
  entries: readonly T[],
  configure: (entries: readonly T[], isTrial: boolean) => Promise<void>,
  onRefusal: (entry: T, why: string) => void,
): Promise<readonly T[]> {
  let kept = others;
  const add = async (some: readonly T[]): Promise<void> => {
    const [only] = some;
    if (only === undefined) return;
    const refusal = await refusalOf(configure([...kept, ...some], true));
    if (refusal === undefined) {
      kept = [...kept, ...some];
      return;
    }
    if (some.length === 1) {
      onRefusal(only, refusal);
      return;
    }
    const middle = Math.ceil(some.length / 2);
    await add(some.slice(0, middle));
    await add(some.slice(middle));
  };
  await add(entries);
  return kept;
}

const areSame = (a: readonly Entry[], b: readonly Entry[]): boolean =>
  isDeepStrictEqual(
    new Map(a.map((entry) => [entry.id, entry])),
    new Map(b.map((entry) => [entry.id, entry])),
  );

/** Gives a meta engine the sources of the source. Whether something was changed. */
export async function copySources(
  { target, engine, findings }: TuningCopy,
  sources: readonly string[],
): Promise<boolean> {
  const { source_engines: current = [] } = await target.configuration(engine);
  if (isDeepStrictEqual(current.toSorted(), sources.toSorted())) return false;
  const refusal = await refusalOf(target.configure(engine, { source_engines: sources }));
  if (refusal !== undefined) findings.refuse('sources', engine, refusal);
  return refusal === undefined;
}
