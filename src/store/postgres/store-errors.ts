import { StoreFailed, StoreFull, StoreUnavailable } from '../port.ts';

/*
 * What `pg` throws: an error of the server with its SQLSTATE as `code`, an error of the socket with the code of the
 * system, or an error of its own, which has only a message.
 */

const SOCKET_CODES: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const OWN_MESSAGE =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered a connection error|was closed))/;

/** Server errors that end the connection: class 08, shutdowns, and an idle transaction that took too long. */
const ENDING = /^(08...|57P0.|25P03)$/;
/** Lock and statement timeouts, too many connections, out of memory, a standby, and aborts that a retry may avoid. */
const PASSING = /^(55P03|57014|53200|53300|25006|25P04|40001|40P01)$/;
const ABORTED = /^(40001|40P01)$/;
const DISK_FULL = '53100';
/** System errors such as a failing disk, and damaged pages. */
const FAILED = /^(58...|XX001|XX002)$/;

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Whether an error says that the connection is over: what the server did with the last statement is unknown. */
export const isLost = (error: unknown): boolean => {
  const code = codeOf(error);
  // Any failure to connect, such as a missing Unix socket.
  const { syscall } = (error ?? {}) as { syscall?: unknown };
  if (SOCKET_CODES.has(code) || ENDING.test(code) || syscall === 'connect') return true;
  return code === '' && error instanceof Error && OWN_MESSAGE.test(error.message);
};

/** Whether the server aborted the transaction in favour of another one: a second run may succeed. */
export const isAborted = (error: unknown): boolean => ABORTED.test(codeOf(error));

/** An error of the database as the port names it; every other error as it is. */
export function asStoreError(error: unknown): unknown {
  const code = codeOf(error);
  const cause = { cause: error };
  if (code === DISK_FULL) return new StoreFull('the disk of PostgreSQL is full', cause);
  if (FAILED.test(code)) return new StoreFailed('PostgreSQL reports an error of its disk', cause);
  if (PASSING.test(code)) return new StoreUnavailable('PostgreSQL could not answer in time', cause);
  if (isLost(error)) return new StoreUnavailable('PostgreSQL cannot be reached', cause);
  return error;
}
