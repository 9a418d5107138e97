/** Reads a stream; the way in which each read is awaited. */
type Reading = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * The lines of a stream of UTF-8, such as a file of NDJSON (`file.stream()`). The stream is read no faster than the lines
 * are used, and cancelled when they are used no further.
 */
export const linesOf = (stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> =>
  readLines(stream, (read) => read());

export async function* readLines(
  stream: ReadableStream<Uint8Array>,
  during: Reading,
): AsyncGenerator<string, void> {
  const reader = stream.getReader();
  const decoded = decoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await during(() => reader.read());
      rest += decoded(value);
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (!done) continue;
      if (rest !== '') yield rest;
      return;
    }
  } finally {
    // A stream that has failed rejects with its error, which the reader has thrown already.
    reader.cancel().catch(() => {});
  }
}

/** Gives the text of one part of a stream after the other; undefined stands for the end. */
function decoder(): (part: Uint8Array | undefined) => string {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return (part) => {
    try {
      return utf8.decode(part, { stream: part !== undefined });
    } catch {
      throw new TypeError('The stream is not valid UTF-8.');
    }
  };
}
