import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { UsageError } from './command.ts';
import { fileError } from './service-client.ts';

const MEGABYTE = 1_048_576;
const BYTE_ORDER_MARK = '\ufeff';

/** The text of a file of at most `megabytes`. */
export async function boundedText(file: string, megabytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(file, { end: megabytes * MEGABYTE })) {
      size += chunk.length;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new UsageError(fileError(file, error as NodeJS.ErrnoException, 'read').message);
  }
  if (size > megabytes * MEGABYTE) throw new UsageError(`${file} has more than ${megabytes} MB.`);
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new UsageError(`${file} is not a text file in UTF-8.`);
  const text = bytes.toString();
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
