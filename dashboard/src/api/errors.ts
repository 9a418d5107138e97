import type { Conflict } from './types.ts';

/** An error response with the server's messages. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly messages: readonly string[];
  /** Messages by input, where the server knows. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** With 409: the current resource, changed by someone else; null if it was deleted. */
  readonly current: unknown;
  /** With 409: the version of `current`, to send as `ifMatch` in order to overwrite it. */
  readonly version: string | null;

  constructor(status: number, messages: readonly string[], answer: Partial<Conflict> = {}) {
    super(messages.join(' '));
    this.status = status;
    this.messages = messages;
    this.fields = answer.fields ?? {};
    this.current = answer.current;
    this.version = answer.version ?? null;
  }
}

/** The server could not be reached, or the connection was lost before the response. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection';
  constructor() {
    super(
      'The connection to the server was lost before it responded. Nothing you typed is lost; try again in a moment.',
    );
  }
}

/** The messages to display for anything that was thrown. */
export function messagesOf(error: unknown): readonly string[] {
  if (error === null || error === undefined) return [];
  if (error instanceof ApiError) return error.messages;
  if (error instanceof Error) return [error.message];
  return [String(error)];
}

/** Temporary errors: a proxy that cannot reach the server, or a server that is busy, starting or shutting down. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof LostConnection || (error instanceof ApiError && [502, 503, 504].includes(error.status));

export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409;
export const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404;
