/** The results of `work` for each item, in their order, while up to `most` of them run. */
export async function* inOrder<T, R>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Array<Promise<R>> = [];
  for (const item of items) {
    const started = work(item);
    // A rejection is reported when its turn comes.
    started.catch(() => {});
    running.push(started);
    if (running.length >= most) yield await (running.shift() as Promise<R>);
  }
  for (const started of running) yield await started;
}

/** The items in lists of at most `size`. */
export function* chunked<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
