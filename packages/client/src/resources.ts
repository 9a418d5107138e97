import type {
  Configuration,
  ConfigurationChange,
  ConfigurationDryRun,
  CredentialChange,
  Operations,
  RevocationConditions,
  Schema,
  SchemaDryRun,
  SearchSettingsChange,
} from './api-types.ts';
import type { AnswerOf, CallOptions, Input, OperationId } from './transport.ts';
import { pause } from './watch.ts';

/** Calls an operation of the account. */
export type Call = <I extends OperationId>(
  operation: I,
  input: Input<I>,
  options?: CallOptions,
) => Promise<AnswerOf<I>>;

/** Calls an operation of one engine. */
export type EngineCall = <I extends OperationId>(
  operation: I,
  input: Input<I, 'engine'>,
  options?: CallOptions,
) => Promise<AnswerOf<I>>;

/** A page of a list, counted from 1. */
export interface PageOptions {
  readonly current?: number | undefined;
  readonly size?: number | undefined;
}

export const pageQuery = ({ current, size }: PageOptions = {}) => ({
  'page[current]': current,
  'page[size]': size,
});

type Body<I extends OperationId> = NonNullable<Operations[I]['body']>;

/** The keys of the account. They need an admin key. */
export const credentialsOf = (call: Call) => ({
  list: (page?: PageOptions, options?: CallOptions) =>
    call('listCredentials', { query: pageQuery(page) }, options),
  get: (name: string, options?: CallOptions) => call('getCredential', { path: { name } }, options),
  create: (key: CredentialChange, options?: CallOptions) => call('createCredential', { body: key }, options),
  /** Creates a key, or updates the one of that name. */
  put: (key: CredentialChange, options?: CallOptions) => call('putCredential', { body: key }, options),
  update: (name: string, key: CredentialChange, options?: CallOptions) =>
    call('updateCredential', { path: { name }, body: key }, options),
  /** Gives a key a new value. The value until now is accepted for `overlapSeconds`, a day by default. */
  rotate: (name: string, overlapSeconds?: number, options?: CallOptions) =>
    call(
      'rotateCredential',
      { path: { name }, body: overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds } },
      options,
    ),
  delete: (name: string, options?: CallOptions) => call('deleteCredential', { path: { name } }, options),
});

/** Signed search keys: revoking needs an admin key, inspecting a private key with read access. */
export const signedKeysOf = (call: Call) => ({
  revocations: (page?: PageOptions, options?: CallOptions) =>
    call('listRevocations', { query: pageQuery(page) }, options),
  revoke: (conditions: RevocationConditions, options?: CallOptions) =>
    call('revokeSignedSearchKeys', { body: conditions }, options),
  /** Deletes a revocation by its id, or the one with exactly these conditions. */
  deleteRevocation: (revocation: number | RevocationConditions, options?: CallOptions) =>
    typeof revocation === 'number'
      ? call('deleteRevocation', { path: { id: String(revocation) } }, options)
      : call('deleteRevocationByConditions', { body: revocation }, options),
  /** What a signed search key permits, and why it is refused. */
  inspect: (token: string, options?: CallOptions) =>
    call('inspectSignedSearchKey', { body: { token } }, options),
});

/** What is recorded of the requests to all engines. */
export const logSettingsOf = (call: Call) => ({
  get: (options?: CallOptions) => call('getLogSettings', {}, options),
  update: (settings: Body<'patchLogSettings'>, options?: CallOptions) =>
    call('patchLogSettings', { body: settings }, options),
  reset: (options?: CallOptions) => call('deleteLogSettings', {}, options),
});

/** How often the state of a reindex is read while it is waited for, in milliseconds. */
const POLL = 250;

export const schemaOf = (call: EngineCall) => {
  const status = (options?: CallOptions) => call('getReindex', {}, options);
  return {
    get: (options?: CallOptions) => call('getSchema', {}, options),
    /** Adds fields and changes types. A large engine is reindexed in the background: `settled` waits for that. */
    update: (fields: Schema, options?: CallOptions) =>
      call('updateSchema', { body: fields }, options) as Promise<Schema>,
    /** Shows which values a change would convert, and changes nothing. */
    dryRun: (fields: Schema, options?: CallOptions) =>
      call('updateSchema', { query: { dry_run: true }, body: fields }, options) as Promise<SchemaDryRun>,
    /** The state of the reindex, its progress, and the last job. */
    status,
    /** Waits until the engine is not reindexing. */
    settled: async (options?: CallOptions) => {
      for (;;) {
        const now = await status(options);
        if (now.state === 'idle') return now;
        await pause(POLL, options?.signal);
      }
    },
    /** Values that the last type change, or the one of a job, could not convert. */
    failures: (page?: PageOptions & { readonly job?: number | undefined }, options?: CallOptions) =>
      call('listReindexFailures', { query: { ...pageQuery(page), job: page?.job } }, options),
    cancelReindex: (options?: CallOptions) => call('cancelReindex', {}, options),
  };
};

export const settingsOf = (call: EngineCall) => ({
  get: (options?: CallOptions) => call('getSearchSettings', {}, options),
  /** Replaces the sections that are named; the others stay. */
  update: (settings: SearchSettingsChange, options?: CallOptions) =>
    call('updateSearchSettings', { body: settings }, options),
  reset: (options?: CallOptions) => call('resetSearchSettings', {}, options),
});

export const synonymsOf = (call: EngineCall) => ({
  list: (page?: PageOptions, options?: CallOptions) =>
    call('listSynonymSets', { query: pageQuery(page) }, options),
  get: (id: string, options?: CallOptions) => call('getSynonymSet', { path: { id } }, options),
  create: (synonyms: readonly string[], options?: CallOptions) =>
    call('createSynonymSet', { body: { synonyms } }, options),
  replace: (id: string, synonyms: readonly string[], options?: CallOptions) =>
    call('replaceSynonymSet', { path: { id }, body: { synonyms } }, options),
  delete: (id: string, options?: CallOptions) => call('deleteSynonymSet', { path: { id } }, options),
});

export const curationsOf = (call: EngineCall) => ({
  list: (page?: PageOptions, options?: CallOptions) =>
    call('listCurations', { query: pageQuery(page) }, options),
  get: (id: string, options?: CallOptions) => call('getCuration', { path: { id } }, options),
  create: (curation: Body<'createCuration'>, options?: CallOptions) =>
    call('createCuration', { body: curation }, options),
  replace: (id: string, curation: Body<'replaceCuration'>, options?: CallOptions) =>
    call('replaceCuration', { path: { id }, body: curation }, options),
  delete: (id: string, options?: CallOptions) => call('deleteCuration', { path: { id } }, options),
});

/** Schema, search settings, synonyms, curations and sources as one document, and its versions. */
export const configurationOf = (call: EngineCall) => ({
  get: (options?: CallOptions) => call('getConfiguration', {}, options),
  replace: (configuration: ConfigurationChange, options?: CallOptions) =>
    call('replaceConfiguration', { body: configuration }, options) as Promise<Configuration>,
  /** Shows what a replacement would change, and changes nothing. */
  dryRun: (configuration: ConfigurationChange, options?: CallOptions) =>
    call(
      'replaceConfiguration',
      { query: { dry_run: true }, body: configuration },
      options,
    ) as Promise<ConfigurationDryRun>,
  versions: (page?: PageOptions, options?: CallOptions) =>
    call('listConfigurationVersions', { query: pageQuery(page) }, options),
  version: (version: number, options?: CallOptions) =>
    call('getConfigurationVersion', { path: { version: String(version) } }, options),
  restore: (version: number, options?: CallOptions) =>
    call('restoreConfigurationVersion', { path: { version: String(version) } }, options),
});

/** Reports about searches and clicks. */
export const analyticsOf = (call: EngineCall) => ({
  queries: (report: Body<'topQueriesAnalytics'> = {}, options?: CallOptions) =>
    call('topQueriesAnalytics', { body: report }, options),
  clicks: (report: Body<'topClicksAnalytics'> = {}, options?: CallOptions) =>
    call('topClicksAnalytics', { body: report }, options),
  counts: (report: Body<'countAnalytics'> = {}, options?: CallOptions) =>
    call('countAnalytics', { body: report }, options),
});

/** Judgements, and measures of settings by them. */
export const relevanceOf = (call: EngineCall) => ({
  judgements: (page?: PageOptions & { readonly query?: string | undefined }, options?: CallOptions) =>
    call('listJudgements', { query: { ...pageQuery(page), query: page?.query } }, options),
  setJudgements: (judgements: Body<'setJudgements'>['judgements'], options?: CallOptions) =>
    call('setJudgements', { body: { judgements } }, options),
  deleteJudgements: (which: Body<'deleteJudgements'>, options?: CallOptions) =>
    call('deleteJudgements', { body: which }, options),
  /** Replaces the judgements that were made from clicks; with `dry_run` it only shows them. */
  judgeByClicks: (
    { dry_run, ...body }: Body<'setJudgementsFromClicks'> & { readonly dry_run?: boolean | undefined } = {},
    options?: CallOptions,
  ) => call('setJudgementsFromClicks', { query: { dry_run }, body }, options),
  evaluate: (evaluation: Body<'evaluateRelevance'> = {}, options?: CallOptions) =>
    call('evaluateRelevance', { body: evaluation }, options),
});

/** Curations that clicks suggest. */
export const adaptiveRelevanceOf = (call: EngineCall) => ({
  settings: (options?: CallOptions) => call('getAdaptiveRelevanceSettings', {}, options),
  updateSettings: (settings: Body<'putAdaptiveRelevanceSettings'>['curation'], options?: CallOptions) =>
    call('putAdaptiveRelevanceSettings', { body: { curation: settings } }, options),
  suggestions: (list: Body<'postlistAdaptiveRelevanceSuggestions'> = {}, options?: CallOptions) =>
    call('postlistAdaptiveRelevanceSuggestions', { body: list }, options),
  suggestion: (query: string, options?: CallOptions) =>
    call('getAdaptiveRelevanceSuggestions', { path: { query } }, options),
  updateSuggestions: (changes: Body<'putAdaptiveRelevanceSuggestions'>, options?: CallOptions) =>
    call('putAdaptiveRelevanceSuggestions', { body: changes }, options),
  /** Computes suggestions from the clicks until now, in the background. */
  refresh: (options?: CallOptions) =>
    call('refreshAdaptiveRelevanceUpdateProcess', { path: { type: 'curation' } }, options),
});
