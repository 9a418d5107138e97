import { LANGUAGES, parseEngineRequest } from '../engines/engine-request.ts';
import { ApiError } from '../errors.ts';
import { type AppSearchSource, DOCUMENTS_PER_REQUEST } from './app-search-source.ts';
import { isListable } from './document-reader.ts';
import type { FindlingTarget } from './findling-target.ts';
import { MigrationError } from './migration-error.ts';
import { refusalText } from './refusal-text.ts';
import { sentences } from './sentences.ts';
import type { SourceCuration, SourceEngine, SynonymSet } from './source-shapes.ts';

/** What a migration does with an engine. */
export interface EnginePlan {
  readonly engine: SourceEngine;
  /** `resume`: this migration has created it; `update`: it was here before. */
  readonly action: 'create' | 'resume' | 'update';
  readonly schema: Readonly<Record<string, string>>;
  readonly synonyms: readonly SynonymSet[];
  readonly curations: readonly SourceCuration[];
  /** What differs. */
  readonly notes: readonly string[];
  /** Why it cannot be created here. */
  readonly refusal: string | undefined;
  /** Requests that reading it takes, roughly. */
  readonly requests: number;
}

interface Planning {
  readonly source: AppSearchSource;
  readonly target: FindlingTarget;
  /** Names to copy; all engines if there are none. */
  readonly names: readonly string[];
  readonly isOwn: (engine: string) => boolean;
  readonly intoExisting: boolean;
  readonly usesElasticsearch: boolean;
}

/** The engines that a migration copies, source engines before meta engines. Refuses what cannot be done as a whole. */
export async function planEngines(planning: Planning): Promise<EnginePlan[]> {
  const engines = selected(await planning.source.engines(), planning.names);
  const existing = new Map<string, SourceEngine>();
  for (const { name } of engines) {
    const found = await planning.target.engine(name);
    if (found !== undefined) existing.set(name, found);
  }
  refuseTaken(planning, engines, existing);
  await refuseMissingSources(planning, engines);
  const plans: EnginePlan[] = [];
  for (const engine of engines) plans.push(await planEngine(planning, engine, existing.get(engine.name)));
  return plans;
}

function selected(engines: readonly SourceEngine[], names: readonly string[]): SourceEngine[] {
  const missing = names.find((name) => !engines.some((engine) => engine.name === name));
  if (missing !== undefined) throw new MigrationError(sentences.noSuchEngine(missing));
  const chosen = engines.filter(({ name }) => names.length === 0 || names.includes(name));
  if (chosen.length === 0) throw new MigrationError(sentences.noEngines);
  return [...chosen.filter(({ isMeta }) => !isMeta), ...chosen.filter(({ isMeta }) => isMeta)];
}

function refuseTaken(
  { isOwn, intoExisting }: Planning,
  engines: readonly SourceEngine[],
  existing: ReadonlyMap<string, SourceEngine>,
): void {
  const taken = [...existing.keys()].filter((name) => !isOwn(name));
  if (taken.length > 0 && !intoExisting) throw new MigrationError(sentences.nameTaken(taken));
  const other = engines.find(({ name, isMeta }) => (existing.get(name)?.isMeta ?? isMeta) !== isMeta);
  if (other !== undefined) throw new MigrationError(sentences.otherType(other.name));
}

async function refuseMissingSources({ target }: Planning, engines: readonly SourceEngine[]): Promise<void> {
  const copied = new Set(engines.map(({ name }) => name));
  for (const { name, sources } of engines) {
    const missing: string[] = [];
    for (const source of sources) {
      if (!copied.has(source) && (await target.engine(source)) === undefined) missing.push(source);
    }
    if (missing.length > 0) throw new MigrationError(sentences.missingSources(name, missing));
  }
}

async function planEngine(
  { source, isOwn, usesElasticsearch }: Planning,
  original: SourceEngine,
  existing: SourceEngine | undefined,
): Promise<EnginePlan> {
  const { name, isMeta } = original;
  const before = source.requests;
  const notes: string[] = [];
  const domains = await source.crawlerDomains(name);
  if (domains > 0) notes.push(sentences.crawler(domains));
  const engine = withKnownLanguage(original, notes);
  if (existing !== undefined && existing.language !== engine.language) {
    notes.push(sentences.otherLanguage(engine.language ?? 'universal', existing.language ?? 'universal'));
  }
  const plan = {
    engine,
    action: existing === undefined ? 'create' : isOwn(name) ? 'resume' : 'update',
    schema: isMeta ? {} : await source.schema(name),
    synonyms: await source.synonyms(name),
    curations: await source.curations(name),
    notes,
    refusal: existing === undefined ? refusalOf(engine) : undefined,
  } as const;
  const tuning = source.requests - before + 2;
  return { ...plan, requests: tuning + (isMeta ? 0 : requestsFor(engine, usesElasticsearch)) };
}

function withKnownLanguage(engine: SourceEngine, notes: string[]): SourceEngine {
  const { language } = engine;
  if (language === null || (LANGUAGES as readonly string[]).includes(language)) return engine;
  notes.push(sentences.unknownLanguage(language));
  return { ...engine, language: null };
}

/** Why an engine cannot be created here. */
function refusalOf({ name, isMeta, language, sources }: SourceEngine): string | undefined {
  try {
    parseEngineRequest({ name, language, ...(isMeta && { type: 'meta', source_engines: sources }) });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return refusalText(error);
    throw error;
  }
}

/** Pages of ids, and searches that divide an engine into parts, per document. */
const PART_SEARCHES = 1 / 500;
const STORED_PER_REQUEST = 1000;

function requestsFor(engine: SourceEngine, usesElasticsearch: boolean): number {
  const documents = engine.documentCount ?? 0;
  if (usesElasticsearch) return Math.ceil(documents / STORED_PER_REQUEST) + 2;
  const reads = Math.ceil(documents / DOCUMENTS_PER_REQUEST);
  return isListable(engine) ? reads : reads + Math.ceil(documents * PART_SEARCHES) + 10;
}
