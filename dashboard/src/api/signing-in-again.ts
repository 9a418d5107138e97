import { observable } from './observable.ts';

/** Whether a call found the session ended: the frame then lays the sign-in form over the page. */
export const sessionEnded = observable(false);

let waiting: { promise: Promise<void>; resolve: () => void; reject: (reason: Error) => void } | undefined;

/** Resolves when the same person has signed in again; whoever waits repeats the call that was refused. */
export function signedInAgain(): Promise<void> {
  if (waiting === undefined) {
    waiting = Promise.withResolvers<void>();
    sessionEnded.set(true);
  }
  return waiting.promise;
}

/** Tells everybody who waits that the session is back. */
export function sessionIsBack(): void {
  waiting?.resolve();
  waiting = undefined;
  sessionEnded.set(false);
}

/** Gives up: the person left, or somebody else signed in. */
export function sessionIsGone(reason: Error): void {
  waiting?.reject(reason);
  waiting = undefined;
  sessionEnded.set(false);
}
