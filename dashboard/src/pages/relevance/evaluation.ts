import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKey } from '../../../../src/tuning/query-key.ts';
import { queryOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { LostConnection } from '../../api/errors.ts';
import { engineKey } from '../../api/queries.ts';
import type { PageMeta } from '../../api/types.ts';
import type { Sections } from '../../search-settings/settings.ts';

/** Null if no judged document exists. */
export interface Figures {
  readonly ndcg: number | null;
  readonly mrr: number | null;
}

/** The response to an evaluation; without unsaved settings there is only `present`. */
export interface Evaluation {
  readonly k: number;
  readonly judgements: number;
  readonly queries: { readonly judged: number; readonly measured: number };
  readonly present: Figures;
  readonly proposed?: Figures;
  readonly moved?: {
    readonly better: number;
    readonly worse: number;
    readonly results: ReadonlyArray<{
      readonly query: string;
      readonly before: Figures;
      readonly after: Figures;
    }>;
  };
  /** Judged documents that do not exist: their number, and the first of them. */
  readonly missing_documents: {
    readonly total: number;
    readonly results: ReadonlyArray<{ readonly query: string; readonly document_id: string }>;
  };
  readonly results: ReadonlyArray<{
    readonly query: string;
    readonly present: Figures;
    readonly proposed?: Figures;
  }>;
}

/** With more judgements an evaluation takes a while, and starts only on request. */
export const MOST_AUTOMATIC = 500;

const path = (account: string, engine: string, name: string): string =>
  routeOf.api(account, 'engines', engine, 'relevance', name);

/** The settings of every query that evaluates. One that took too long is not repeated. */
const RUNNING = {
  retry: (times: number, error: Error) => error instanceof LostConnection && times < 20,
  placeholderData: keepPreviousData,
  gcTime: 0,
  refetchOnWindowFocus: false,
} as const;

/** How many judgements the engine has. */
export const useJudgementCount = (account: string, engine: string) =>
  useQuery({
    queryKey: engineKey(account, engine, 'judgement count'),
    queryFn: async ({ signal }) => {
      const { meta } = await call<{ readonly meta: { readonly page: PageMeta } }>(
        'GET',
        path(account, engine, 'judgements') + queryOf({ page: { size: 1 } }),
        { signal, untracked: true },
      );
      return meta.page.total_results;
    },
  });

/** Measures all judged queries, with the saved settings and with unsaved sections. */
export const useEvaluation = (account: string, engine: string, settings: Sections | null, enabled: boolean) =>
  useQuery({
    queryKey: engineKey(account, engine, 'tester', 'evaluation', settings),
    queryFn: ({ signal }) =>
      call<Evaluation>('POST', path(account, engine, 'evaluate'), {
        body: settings === null ? {} : { settings },
        signal,
        untracked: true,
      }),
    enabled,
    ...RUNNING,
  });

/** What is evaluated with the saved settings: by default the first ten results of all judged queries. */
export interface EvaluationOptions {
  readonly k?: number;
  readonly queries?: readonly string[];
}

/** Measures judged queries with the saved settings. */
export const useSavedEvaluation = (
  account: string,
  engine: string,
  options: EvaluationOptions,
  enabled: boolean,
) =>
  useQuery({
    queryKey: engineKey(account, engine, 'tester', 'saved evaluation', options),
    queryFn: ({ signal }) =>
      call<Evaluation>('POST', path(account, engine, 'evaluate'), { body: options, signal }),
    enabled,
    ...RUNNING,
  });

/** The figures of one query; undefined if it is not judged. */
export const figuresOf = (evaluation: Evaluation | undefined, query: string) =>
  evaluation?.results.find((result) => queryKey(result.query) === queryKey(query));

/** `0.812`, or `0.812 → 0.901`. */
export function figureText(before: number | null, after: number | null | undefined): string {
  const text = (value: number | null): string => (value === null ? 'not measured' : value.toFixed(3));
  return after === undefined || after === before ? text(before) : `${text(before)} → ${text(after)}`;
}
