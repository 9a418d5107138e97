import type { LogFn, Logger } from 'pino';
import { errorFacts } from '../api/error-log.ts';
import { maskSecrets, maskUserInfo } from '../api/masking.ts';
import type { LoggedError } from './operations-types.ts';

/** The number of entries that are kept. */
const KEPT = 50;
/** Maximum length of a message and of its details, in characters. */
const MESSAGE_LENGTH = 1000;
const DETAILS_LENGTH = 6000;

const LEVELS = ['warn', 'error', 'fatal'] as const;

/** Secrets are masked before the text is cut, so that no part of one is left at its end. */
const shown = (text: string, length: number): string => {
  const masked = maskUserInfo(maskSecrets(text));
  return masked.length > length ? `${masked.slice(0, length)}…` : masked;
};

/** Errors without properties that may hold credentials; stacks as lists of lines, which are readable in JSON. */
function plain(key: string, value: unknown): unknown {
  if (value instanceof Error) return errorFacts(value);
  return key === 'stack' && typeof value === 'string' ? value.split('\n').map((line) => line.trim()) : value;
}

function detailsOf(facts: object): string | null {
  try {
    const json = JSON.stringify(facts instanceof Error ? { err: facts } : facts, plain, 2);
    return json === '{}' ? null : shown(json, DETAILS_LENGTH);
  } catch {
    // A structure that JSON cannot express.
    return null;
  }
}

/** The last warnings and errors of the log, in memory. */
export class RecentErrors {
  readonly #entries: LoggedError[] = [];
  readonly #counts = { warn: 0, error: 0, fatal: 0 };
  #lastId = 0;

  /** Newest first. */
  get list(): readonly LoggedError[] {
    return this.#entries.toReversed();
  }

  /** Lines since the start, by level. */
  get counts(): Readonly<Record<LoggedError['level'], number>> {
    return this.#counts;
  }

  /**
   * A logger whose warnings and errors, and those of its children, are also kept here, whatever its level. Other lines are
   * not touched: the methods of their levels stay as they are.
   */
  watch(log: Logger): Logger {
    const watched = log.child({});
    const keep = (level: LoggedError['level'], logger: Logger, args: readonly unknown[]): void =>
      this.#keep(level, logger, args);
    for (const level of LEVELS) {
      const write = log[level];
      // Children inherit the method.
      watched[level] = function (this: Logger, ...args: unknown[]): void {
        keep(level, this, args);
        Reflect.apply(write, this, args);
      } as LogFn;
    }
    return watched;
  }

  #keep(level: LoggedError['level'], logger: Logger, [first, second]: readonly unknown[]): void {
    const facts = typeof first === 'object' && first !== null ? first : undefined;
    const text = facts === undefined ? first : (second ?? (facts as { message?: unknown }).message);
    const { request_id: requestId } = logger.bindings();
    this.#counts[level]++;
    this.#entries.push({
      id: ++this.#lastId,
      at: new Date().toISOString(),
      level,
      message: shown(String(text ?? ''), MESSAGE_LENGTH),
      request_id: typeof requestId === 'string' ? requestId : null,
      details: facts === undefined ? null : detailsOf(facts),
    });
    if (this.#entries.length > KEPT) this.#entries.shift();
  }
}
