import { observable } from './observable.ts';

/** Whether a call found that the session has ended. The frame then shows a sign-in dialog over the page. */
export const sessionEnded = observable(false);

let waiting: { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } | undefined;

/** Resolves when the same person has signed in again. Callers then repeat their request. */
export function signedInAgain(): Promise<void> {
  if (waiting === undefined) {
    waiting = Promise.withResolvers<void>();
    sessionEnded.set(true);
  }
  return waiting.promise;
}

/** Resolves all waiting calls. */
export function sessionIsBack(): void {
  waiting?.resolve();
  waiting = undefined;
  sessionEnded.set(false);
}

/** Rejects all waiting calls: the person left, or someone else signed in. */
export function sessionIsGone(reason: Error): void {
  waiting?.reject(reason);
  waiting = undefined;
  sessionEnded.set(false);
}
