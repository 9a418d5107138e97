import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** What the tester asks for, as it stands in the address. The names have a prefix: pages have parameters too. */
export interface TesterState {
  readonly query: string;
  /** JSON, as typed. */
  readonly filters: string;
  /** Names of fields, separated by commas, which no name contains. */
  readonly facets: string;
  readonly precision: string;
  /** `title asc`; empty for the order of scores. */
  readonly sort: string;
  readonly page: string;
  readonly view: string;
  readonly options: string;
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
};

const NAMES = Object.keys(DEFAULTS) as ReadonlyArray<keyof TesterState>;
const TESTER = 'test';
const parameter = (name: string): string => `${TESTER}-${name}`;

/** What was asked for last, by engine: opened again, the tester goes on from there. */
const left = new Map<string, TesterState>();

/** Writes only what differs from the defaults, so that addresses stay short. */
function write(params: URLSearchParams, state: TesterState): URLSearchParams {
  const after = new URLSearchParams(params);
  after.set(TESTER, 'on');
  for (const name of NAMES) {
    if (state[name] === DEFAULTS[name]) after.delete(parameter(name));
    else after.set(parameter(name), state[name]);
  }
  return after;
}

/** Addresses are typed by people, too. */
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
  useEffect(() => void left.set(engine, state), [engine, state]);
  const change = useCallback(
    (next: Partial<TesterState>) =>
      // Another question begins with its first page.
      setParams((before) => write(before, { ...read(before), page: '1', ...next }), { replace: true }),
    [setParams],
  );
  return [state, change];
}

/** Whether the tester is open; opening and closing are steps that the back button takes back. */
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
