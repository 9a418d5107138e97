/** What goes into a thread. A call has a number and is answered once; a post is not answered. */
export type ToThread =
  | { readonly kind: 'call'; readonly id: number; readonly task: string; readonly payload: unknown }
  | { readonly kind: 'post'; readonly task: string; readonly payload: unknown }
  | { readonly kind: 'cancel'; readonly id: number };

/** What comes out. Calls that were cancelled are answered too: only then has the thread let go of them. */
export type FromThread =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError };

/** An error as it crosses: structured clone would drop the name and the code of our own classes. */
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

/** The error on the other side; its stack is the one of the thread, where the cause is. */
export function errorOf({ name, message, code, stack }: PlainError): Error {
  const error = new Error(message);
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
