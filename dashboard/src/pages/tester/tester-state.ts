import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** The state of the tester in the URL, with prefixed names, as pages have parameters too. */
export interface TesterState {
  readonly query: string;
  /** JSON, as typed. */
  readonly filters: string;
  /** Field names separated by commas, which names cannot contain. */
  readonly facets: string;
  readonly precision: string;
  /** `title asc`; empty for the order by score. */
  readonly sort: string;
  readonly page: string;
  readonly view: string;
  readonly options: string;
  /** The id of the document whose place is explained. */
  readonly explain: string;
  /** Ids of results with all their fields shown; see `open-results.ts`. */
  readonly open: string;
}

export const DEFAULTS: TesterState = {
  query: '',
  filters: '',
  facets: '',
  precision: '2',
  sort: '',
  page: '1',
  view: 'results',
  options: '',
  explain: '',
  open: '',
};

const NAMES = Object.keys(DEFAULTS) as ReadonlyArray<keyof TesterState>;
const TESTER = 'test';
const parameter = (name: string): string => `${TESTER}-${name}`;

/** The last state by engine, restored when the tester is reopened. */
const left = new Map<string, TesterState>();

/** Writes only values that differ from the defaults, to keep URLs short. */
function write(params: URLSearchParams, state: TesterState): URLSearchParams {
  const after = new URLSearchParams(params);
  after.set(TESTER, 'on');
  for (const name of NAMES) {
    if (state[name] === DEFAULTS[name]) after.delete(parameter(name));
    else after.set(parameter(name), state[name]);
  }
  return after;
}

/** URLs may be edited by hand. */
const sane = (name: keyof TesterState, value: string): string => {
  if (name === 'precision') return /^([1-9]|1[01])$/.test(value) ? value : DEFAULTS.precision;
  if (name === 'page') return /^([1-9]\d?|100)$/.test(value) ? value : DEFAULTS.page;
  return value;
};

const read = (params: URLSearchParams): TesterState =>
  Object.fromEntries(
    NAMES.map((name) => [name, sane(name, params.get(parameter(name)) ?? DEFAULTS[name])]),
  ) as unknown as TesterState;

export function useTesterState(
  engine: string,
): readonly [TesterState, (change: Partial<TesterState>) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => read(params), [params]);
  useEffect(() => void left.set(engine, { ...state, explain: DEFAULTS.explain }), [engine, state]);
  const change = useCallback(
    (next: Partial<TesterState>) =>
      // A changed query starts at the first page.
      setParams((before) => write(before, { ...read(before), page: '1', ...next }), { replace: true }),
    [setParams],
  );
  return [state, change];
}

/** Whether the tester is open. Opening and closing add history entries. */
export function useTesterFlag(engine: string): readonly [boolean, (open: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const setOpen = useCallback(
    (open: boolean) =>
      setParams((before) => {
        if (open) return write(before, left.get(engine) ?? DEFAULTS);
        const after = new URLSearchParams(before);
        for (const name of [TESTER, ...NAMES.map(parameter)]) after.delete(name);
        return after;
      }),
    [setParams, engine],
  );
  return [params.get(TESTER) === 'on', setOpen];
}

/** Whether the dialog that explains a result is open. */
export function useIsExplaining(): boolean {
  const [params] = useSearchParams();
  return params.has(parameter('explain'));
}
