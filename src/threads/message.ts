/** Messages to a thread. A call has a number and is answered once; a post is not answered. */
export type ToThread =
  | { readonly kind: 'call'; readonly id: number; readonly task: string; readonly payload: unknown }
  | { readonly kind: 'post'; readonly task: string; readonly payload: unknown }
  | { readonly kind: 'cancel'; readonly id: number };

/** Messages from a thread. Cancelled calls are answered too: only then has the thread finished with them. */
export type FromThread =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError };

/** An error as plain data: structured clone would drop the name and the code of custom classes. */
interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly stack: string | undefined;
}

export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), code: undefined, stack: undefined };
  }
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    message: error.message,
    code: typeof code === 'string' ? code : undefined,
    stack: error.stack,
  };
}

/** The error on the receiving side. It keeps the stack of the thread, where the cause is. */
export function errorOf({ name, message, code, stack }: PlainError): Error {
  const error = new Error(message);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
