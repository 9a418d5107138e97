import { ApiError } from '../errors.ts';

/** The result of a task in another thread, or the error that refuses the request: an `ApiError` would lose its class. */
export type TaskOutcome<T> =
  | { readonly result: T; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly refusal: Pick<ApiError, 'status' | 'body' | 'headers'> };

/** The outcome of a task that has thrown; throws on what is not an `ApiError`. */
export function refused(thrown: unknown): TaskOutcome<never> {
  if (!(thrown instanceof ApiError)) throw thrown;
  const { status, body, headers } = thrown;
  return { refusal: { status, body, headers } };
}

/** The result on the receiving side; throws the error that refuses the request. */
export function resultOf<T>({ result, refusal }: TaskOutcome<T>): T {
  if (refusal !== undefined) throw new ApiError(refusal.status, refusal.body, { ...refusal.headers });
  return result as T;
}
