import type { AppSearchSource } from './app-search-source.ts';
import { DocumentCopy, type DocumentPass } from './document-copy.ts';
import type { FindlingTarget } from './findling-target.ts';
import type { EnginePlan } from './plan.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteService } from './remote-service.ts';
import { type EngineReport, Findings } from './report.ts';
import { sentences } from './sentences.ts';
import type { StateFile } from './state-file.ts';
import { copyCurations, copySchema, copySettings, copySources, copySynonyms } from './tuning-copy.ts';

/** How often the documents of an engine are compared until both sides count the same. */
const MOST_PASSES = 3;

export interface EngineCopyOptions {
  readonly source: AppSearchSource;
  readonly target: FindlingTarget;
  readonly elasticsearch: RemoteService | undefined;
  readonly state: StateFile;
  readonly plan: EnginePlan;
  /** Whether documents that only the target has are deleted in engines that this migration did not create, too. */
  readonly deletesOthers: boolean;
  readonly onProgress: (documents: number) => void;
  readonly isStopped: () => boolean;
}

/** Copies one engine, or brings it up to date. */
export async function copyEngine(options: EngineCopyOptions): Promise<EngineReport> {
  const { source, target, plan, state, isStopped } = options;
  const { name, isMeta } = plan.engine;
  const findings = new Findings();
  for (const note of plan.notes) findings.note('engine', name, note);
  const refusal = plan.refusal ?? (await create(target, plan, state));
  if (refusal !== undefined) {
    findings.refuse('engine', name, sentences.cannotCreate(refusal));
    return reportOf(plan, NO_DOCUMENTS, [], findings);
  }
  const deletesOthers = options.deletesOthers || state.isOwn(name);
  const copy = { source, target, engine: name, findings, keepsOthers: !deletesOthers };
  const changed: string[] = [];
  const step = async (section: string, work: () => Promise<boolean>): Promise<void> => {
    if (!isStopped() && (await work())) changed.push(section);
  };
  if (isMeta) await step('source engines', () => copySources(copy, plan.engine.sources));
  else await step('schema', () => copySchema(copy, plan.schema));
  const documents = isMeta ? NO_DOCUMENTS : await copyDocuments({ ...options, deletesOthers }, findings);
  await step('search settings', () => copySettings(copy));
  await step('synonyms', () => copySynonyms(copy, plan.synonyms));
  await step('curations', () => copyCurations(copy, plan.curations));
  return reportOf(plan, documents, changed, findings);
}

const NO_DOCUMENTS = {
  source: undefined as number | undefined,
  target: 0,
  written: 0,
  unchanged: 0,
  deleted: 0,
  refused: 0,
  unreached: 0,
};

const reportOf = (
  { engine: { name, isMeta } }: EnginePlan,
  documents: EngineReport['documents'],
  changed: readonly string[],
  findings: Findings,
): EngineReport => ({ name, type: isMeta ? 'meta' : 'default', documents, changed, ...findings.found });

/** Creates the engine unless it exists. Why it cannot be created; undefined if it can. */
async function create(
  target: FindlingTarget,
  { engine, action }: EnginePlan,
  state: StateFile,
): Promise<string | undefined> {
  if (action !== 'create') return undefined;
  state.own(engine.name);
  try {
    await target.create(engine);
    return undefined;
  } catch (error) {
    if (!(error instanceof RemoteError) || !error.isRefusal) throw error;
    // The first of two attempts may have succeeded although its response was lost.
    return (await target.engine(engine.name)) === undefined ? error.message : undefined;
  }
}

async function copyDocuments(
  options: EngineCopyOptions,
  findings: Findings,
): Promise<EngineReport['documents']> {
  const { source, target, plan, state, isStopped } = options;
  const { name } = plan.engine;
  let engine = plan.engine;
  let [written, deleted, found] = [0, 0, 0];
  let unchanged: number | undefined;
  let pass: DocumentPass;
  for (let passes = 1; ; passes++) {
    pass = await DocumentCopy.run({
      ...options,
      engine,
      schema: plan.schema,
      // Further passes read only what is missing.
      isDone: (part) => passes > 1 || state.isDone(name, part),
      onPartDone: (part) => state.partDone(name, part),
      onProgress: passes > 1 ? () => {} : options.onProgress,
    });
    written += pass.written;
    deleted += pass.deleted;
    unchanged ??= pass.unchanged;
    engine = (await source.engine(name)) ?? { ...engine, documentCount: 0 };
    const isCounted = engine.documentCount === undefined || engine.documentCount === pass.found;
    const isStuck = pass.unreached.length > 0 && pass.found <= found;
    if ((isCounted && !pass.hasMoved) || isStuck || isStopped() || passes === MOST_PASSES) break;
    found = pass.found;
  }
  const here = (await target.engine(name))?.documentCount ?? 0;
  if (!isStopped()) report(pass, engine.documentCount, here, name, findings);
  return {
    source: engine.documentCount,
    target: here,
    written,
    unchanged,
    deleted,
    refused: pass.refused.size,
    unreached: Math.max(0, (engine.documentCount ?? pass.found) - pass.found),
  };
}

/** Adds what the last pass over the documents found. */
function report(
  pass: DocumentPass,
  there: number | undefined,
  here: number,
  name: string,
  findings: Findings,
): void {
  for (const [id, errors] of pass.refused) findings.refuse('document', id, errors.join('; '));
  for (const part of pass.unreached) findings.unreached(part);
  const missing = (there ?? pass.found) - pass.found;
  if (missing > 0 && pass.unreached.length > 0) {
    findings.refuse('engine', name, sentences.unreached(missing));
  } else if (there !== undefined && missing !== 0) {
    findings.refuse('engine', name, sentences.unverified(there, pass.found));
  } else if (there === undefined && pass.unreached.length > 0) {
    findings.refuse('engine', name, sentences.perhapsUnreached);
  }
  if (here !== pass.expected) findings.refuse('engine', name, sentences.targetDiffers(here, pass.expected));
  if (pass.kept > 0) findings.note('engine', name, sentences.kept(pass.kept));
}
