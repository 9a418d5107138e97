import { maskUserInfo } from '../api/masking.ts';
import { isAnyKey, parseUrl } from '../setting-values.ts';
import { type Invocation, UsageError } from './command.ts';
import type { SideOptions } from './search-side.ts';

export const COMPARE_USAGE =
  'Usage: `findling compare --left URL --right URL --queries FILE|analytics|logs [--engine NAME]`, or `findling compare --shadow [FILE]`.';

/** The searches of `--queries` that a service has recorded. */
const RECORDED = ['analytics', 'logs'] as const;

export interface CompareRequest {
  readonly left: SideOptions;
  readonly right: SideOptions;
  /** Where the queries come from: what the left service has recorded, or a file. */
  readonly source:
    | { readonly recorded: (typeof RECORDED)[number]; readonly engine: string }
    | { readonly file: string };
  readonly engine: string | undefined;
  /** The most searches. */
  readonly limit: number;
  /** The last days of recorded searches. */
  readonly days: number;
  readonly concurrency: number;
}

/** What a comparison is held to, and where its report goes. */
export interface ReportRequest {
  readonly minOverlap: number | undefined;
  readonly report: string | undefined;
}

/** The flags of the command as plain data. */
export function parseCompareRequest(invocation: Invocation): CompareRequest {
  const { values, positionals } = invocation;
  const { queries } = values;
  if (positionals.length > 0 || values.left === undefined || values.right === undefined) {
    throw new UsageError(COMPARE_USAGE);
  }
  if (typeof queries !== 'string' || queries === '') throw new UsageError(COMPARE_USAGE);
  const engine = typeof values.engine === 'string' && values.engine !== '' ? values.engine : undefined;
  const concurrency = wholeNumber(values, 'concurrency', 1, 16) ?? 1;
  const shared = {
    concurrency,
    timeout: 1000 * (wholeNumber(values, 'timeout', 1, 120) ?? 30),
    requestsPerSecond: wholeNumber(values, 'requests-per-second', 1, 1000),
  };
  return {
    left: { name: 'left', ...sideOf(invocation, 'left'), ...shared },
    right: { name: 'right', ...sideOf(invocation, 'right'), ...shared },
    source: sourceOf(queries, engine),
    engine,
    limit: wholeNumber(values, 'limit', 1, 10_000) ?? 1000,
    days: wholeNumber(values, 'days', 1, 180) ?? 7,
    concurrency,
  };
}

export function parseReportRequest({ values }: Invocation): ReportRequest {
  const { report } = values;
  const text = values['min-overlap'];
  if (text !== undefined && !/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(String(text))) {
    throw new UsageError(`--min-overlap is ${JSON.stringify(text)}, but it must be a number from 0 to 1.`);
  }
  return {
    minOverlap: text === undefined ? undefined : Number(text),
    report: typeof report === 'string' && report !== '' ? report : undefined,
  };
}

function sourceOf(queries: string, engine: string | undefined): CompareRequest['source'] {
  const recorded = RECORDED.find((name) => name === queries);
  if (recorded === undefined) return { file: queries };
  if (engine === undefined) throw new UsageError(`Name the engine of --queries ${recorded} with --engine.`);
  return { recorded, engine };
}

function sideOf({ config, values }: Invocation, name: 'left' | 'right') {
  const url = parseUrl(String(values[name]));
  if (url === undefined) {
    throw new UsageError(
      `--${name} is ${JSON.stringify(maskUserInfo(String(values[name])).slice(0, 80))}, but it must be an address such as https://app-search.example.com.`,
    );
  }
  const flag = `${name}-key`;
  const key = values[flag] ?? config.compareKeys[name] ?? config.provision.privateKey;
  if (typeof key !== 'string' || key === '') {
    throw new UsageError(
      `Name a key of the ${name} service in FINDLING_COMPARE_${name.toUpperCase()}_KEY or with --${flag}.`,
    );
  }
  if (!isAnyKey(key)) throw new UsageError(`The value of --${flag} (not shown) is not a key.`);
  return { url, key };
}

/** A whole number within its limits; undefined if it is not given. */
function wholeNumber(
  values: Invocation['values'],
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(String(text)) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `--${name} is ${JSON.stringify(text)}, but it must be a whole number from ${least} to ${most}.`,
  );
}
