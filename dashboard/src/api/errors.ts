import type { Conflict } from './types.ts';

/** A refusal, in the server's words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly messages: readonly string[];
  /** Which input caused which messages, where the server knows. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** With 409: the thing as it is now, which somebody else has changed meanwhile; null if it is gone. */
  readonly current: unknown;
  /** With 409: the version of `current`, the `ifMatch` of whoever overwrites it knowingly. */
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

/** The server could not be reached, or went away before it answered. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection';
  constructor() {
    super(
      'The connection to the server was lost before it responded. Nothing you typed is lost; try again in a moment.',
    );
  }
}

/** What to show a person for anything that was thrown. */
export function messagesOf(error: unknown): readonly string[] {
  if (error === null || error === undefined) return [];
  if (error instanceof ApiError) return error.messages;
  if (error instanceof Error) return [error.message];
  return [String(error)];
}

export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409;
export const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404;
