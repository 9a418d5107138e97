import { ENCODING_NAMES, type Encoding } from './encoding.ts';
import { problems } from './file-problem.ts';

/** A chunk of a file as text, with the number of bytes read so far. */
export interface TextPiece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The text of a file in chunks. Reads on demand, so that only one chunk is in memory; leaving the loop releases the file.
 */
export async function* decodedText(file: Blob, encoding: Encoding): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const reader = file.stream().getReader();
  let at = 0;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw problems.encoding(ENCODING_NAMES[encoding], at);
    }
  };
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw problems.unreadable();
      });
      if (done) break;
      const text = decode(value);
      const from = at;
      at += value.length;
      // U+0000 never occurs in text; the file is binary.
      if (text.includes('\0')) throw problems.binary(from);
      if (text !== '') yield { text, from, to: at };
    }
    decode();
  } finally {
    // Nothing to cancel after the end or an error.
    await reader.cancel().catch(() => undefined);
  }
}
