import type { PageMeta } from '../../api/types.ts';

/** An entry of the API log as the server returns it. */
export interface LogEntry {
  readonly id: number;
  readonly timestamp: string;
  readonly http_method: string;
  readonly path: string;
  readonly full_request_path: string;
  readonly status: number;
  readonly request_body: string;
  readonly response_body: string;
  readonly user_agent: string;
  /** Empty in entries of earlier versions. */
  readonly key_name: string;
  readonly key_type: 'search' | 'private' | 'admin' | 'signed' | '';
  readonly duration_ms: number;
}

export interface LogList {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly LogEntry[];
}

const KEY_TYPES: Readonly<Record<LogEntry['key_type'], string>> = {
  search: 'public search key',
  private: 'private API key',
  admin: 'private admin key',
  signed: 'signed search key',
  '': '',
};

export const keyTypeName = (type: LogEntry['key_type']): string => KEY_TYPES[type] ?? type;

/** The path without the part that all entries of an engine have in common. */
export function shortPath({ full_request_path: path }: LogEntry, engine: string): string {
  const prefix = `/api/as/v1/engines/${encodeURIComponent(engine)}`;
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  return /^[/?]/.test(rest) ? rest : path;
}

/** The server logs this many bytes of a body, or fewer where that would cut a character. */
const LOGGED_BYTES = 16_384;
const LONGEST_CHARACTER = 4;

/** Whether the log probably has only the beginning of a body. */
export const isCut = (body: string): boolean =>
  body.length > LOGGED_BYTES / LONGEST_CHARACTER &&
  new TextEncoder().encode(body).length > LOGGED_BYTES - LONGEST_CHARACTER;
