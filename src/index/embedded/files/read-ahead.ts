/**
 * Reads items in order, the next one while the current one is processed: never more than two at once. A caller that
 * stops early waits for the pending read, so that no file stays open.
 */
export async function* readAhead<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let reading: Promise<R> | undefined;
  const begin = (at: number): void => {
    reading = at < items.length ? read(items[at] as T) : undefined;
    // Awaited later; this avoids an unhandled-rejection warning until then.
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
