/** The rejection of a call whose thread ended before it answered. `cause` is the error, if it is known. */
export class ThreadDied extends Error {
  override readonly name = 'ThreadDied';
  readonly code = 'FINDLING_THREAD_DIED';

  constructor(thread: string, how: string, cause?: unknown) {
    super(`The thread ${thread} ${how}.`, cause === undefined ? {} : { cause });
  }
}
