import { createReadStream } from 'node:fs';
import type { BackupInput } from './backup-reader.ts';
import { fileError } from './file-error.ts';

/** Bytes that are read at once. */
const PIECE = 2 ** 20;

/** A backup in a file. */
export const fileInput = (path: string): BackupInput => ({
  name: path,
  chunks: () => readable(path, createReadStream(path, { highWaterMark: PIECE })),
});

/** A backup that arrives in a stream, and can be read once. */
export const streamInput = (name: string, stream: AsyncIterable<Uint8Array>): BackupInput => ({
  name,
  chunks: () => readable(name, stream),
});

async function* readable(name: string, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await chunks.next().catch((error) => {
        throw fileError(name, error, 'read');
      });
      if (done === true) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}
