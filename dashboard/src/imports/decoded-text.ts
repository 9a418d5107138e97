import { ENCODING_NAMES, type Encoding } from './encoding.ts';
import { problems } from './file-problem.ts';

/** A part of a file as text, and how many bytes of the file end with it. */
export interface TextPiece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The text of a file, piece by piece. Reads on only when the next piece is asked for, so that of a file of any length
 * one piece is in memory; leaving the loop lets go of the file.
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
      // No text has this character; what follows it would be rubbish in documents.
      if (text.includes('\0')) throw problems.binary(from);
      if (text !== '') yield { text, from, to: at };
    }
    decode();
  } finally {
    // Of a file that is read to its end, or has failed, there is nothing left to cancel.
    await reader.cancel().catch(() => undefined);
  }
}
