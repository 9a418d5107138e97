/**
 * Reads items in order, the next one while the last is being worked on: never more than two at once. Whoever stops
 * early waits for what is still being read, so that no file stays open behind his back.
 */
export async function* readAhead<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let reading: Promise<R> | undefined;
  const begin = (at: number): void => {
    reading = at < items.length ? read(items[at] as T) : undefined;
    // It is awaited later; until then a failure must not count as one that nobody sees.
    reading?.catch(() => {});
  };
  try {
    begin(0);
    for (let at = 1; reading !== undefined; at++) {
      const done = await reading;
      begin(at);
      yield done;
    }
  } finally {
    await reading?.catch(() => {});
  }
}
