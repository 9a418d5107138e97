import type { ImportReport } from './import-report.ts';

/** What is known about a failure. */
interface Failure {
  readonly status?: number;
  readonly messages?: readonly string[];
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** Why a call failed: the service refused it, could not be reached, or did not answer in time. */
export class FindlingError extends Error {
  override readonly name = 'FindlingError';
  /** The HTTP status of the response; 0 if there was none. */
  readonly status: number;
  /** The messages of the service, or one about the connection. */
  readonly messages: readonly string[];
  /** After how many seconds the service asks to try again. */
  readonly retryAfter: number | undefined;
  /** The `X-Request-Id` of the response, by which the log of the service names the request. */
  readonly requestId: string | undefined;
  /** The body of the response, parsed if it is JSON. */
  readonly body: unknown;
  /** How far an import has come that this error ended. */
  report: ImportReport | undefined;

  constructor(message: string, failure: Failure = {}) {
    super(message, failure.cause === undefined ? {} : { cause: failure.cause });
    this.status = failure.status ?? 0;
    this.messages = failure.messages ?? [message];
    this.retryAfter = failure.retryAfter;
    this.requestId = failure.requestId;
    this.body = failure.body;
  }
}

/** The error that a response with a failing status means. */
export async function errorOf(response: Response): Promise<FindlingError> {
  const text = await response.text();
  const body = parsed(text);
  const messages = messagesIn(body);
  const { status, headers } = response;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new FindlingError(messages.join(' ') || `The service answered with status ${status}.`, {
    status,
    ...(messages.length > 0 && { messages }),
    retryAfter: seconds >= 0 ? seconds : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    body,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The messages of a body: `error`, `errors`, or the `errors` of each search of several. */
export function messagesIn(body: unknown): string[] {
  if (Array.isArray(body)) return body.flatMap(messagesIn);
  if (typeof body !== 'object' || body === null) return [];
  const { error, errors } = body as { readonly error?: unknown; readonly errors?: unknown };
  return [error ?? errors ?? []].flat().map(String);
}
