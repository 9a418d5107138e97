import { DataError } from '../../store/migrations/migrations.ts';
import { streamInput } from '../backup-input.ts';
import type { S3Settings } from '../backup-target.ts';
import type { BackupDestination } from './destination.ts';
import { elementOf, elementsOf, S3Client } from './s3-client.ts';

/** Bytes of a part of an upload. S3 wants at least 5 MB, some others the same for all, and all at most 10,000 parts. */
const PART_BYTES = 16 * 2 ** 20;
const MOST_PARTS = 10_000;
/** Pages of 1,000 names that are read at most. */
const MOST_PAGES = 100;

type Part = Uint8Array<ArrayBuffer>;

/** Backups in a bucket of S3-compatible storage. */
export function s3Destination(
  settings: S3Settings,
  { bucket, prefix }: { readonly bucket: string; readonly prefix: string },
  signal?: AbortSignal,
): BackupDestination {
  const client = new S3Client(settings, bucket);
  const folder = prefix === '' ? '' : `${prefix}/`;
  return {
    async names(beginning) {
      const names: string[] = [];
      let token: string | undefined;
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = {
          'list-type': '2',
          prefix: folder + beginning,
          ...(token !== undefined && { 'continuation-token': token }),
        };
        const xml = await client.text({ method: 'GET', key: '', query, signal });
        for (const key of elementsOf(xml, 'Key')) names.push(key.slice(folder.length));
        token = elementOf(xml, 'NextContinuationToken');
        if (elementOf(xml, 'IsTruncated') !== 'true' || token === undefined) break;
      }
      return names;
    },
    write: (name, chunks) => new Upload(client, folder + name, signal).run(chunks),
    input: (name) =>
      streamInput(`s3://${bucket}/${folder}${name}`, objectChunks(client, folder + name, signal)),
    async remove(name) {
      await client.text({ method: 'DELETE', key: folder + name, signal });
    },
  };
}

async function* objectChunks(
  client: S3Client,
  key: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const { body } = await client.send({ method: 'GET', key, signal });
  for await (const chunk of body ?? []) yield chunk as Uint8Array;
}

/** One upload: a small backup in one request, a larger one in parts. Holds two parts in memory. */
class Upload {
  readonly #client: S3Client;
  readonly #key: string;
  readonly #signal: AbortSignal | undefined;
  readonly #tags: string[] = [];
  #id: string | undefined;

  constructor(client: S3Client, key: string, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#key = key;
    this.#signal = signal;
  }

  async run(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      let last: Part | undefined;
      for await (const part of partsOf(chunks)) {
        if (last !== undefined) await this.#part(last);
        last = part;
      }
      if (last === undefined) throw new Error('a backup has bytes');
      if (this.#id === undefined) await this.#whole(last);
      else await this.#end(last);
    } catch (error) {
      await this.#abort();
      throw error;
    }
  }

  #whole(body: Part): Promise<string> {
    return this.#client.text({ method: 'PUT', key: this.#key, body, signal: this.#signal });
  }

  async #part(body: Part): Promise<void> {
    if (this.#tags.length === MOST_PARTS) {
      throw new DataError(
        `The backup is larger than ${(MOST_PARTS * PART_BYTES) / 2 ** 30} GB, which is too large for one object of the storage.`,
      );
    }
    const [key, signal] = [this.#key, this.#signal];
    if (this.#id === undefined) {
      const xml = await this.#client.text({ method: 'POST', key, query: { uploads: '' }, signal });
      this.#id = elementOf(xml, 'UploadId');
      if (this.#id === undefined) throw new DataError('The storage did not begin an upload in parts.');
    }
    const query = { partNumber: String(this.#tags.length + 1), uploadId: this.#id };
    const response = await this.#client.send({ method: 'PUT', key, query, body, signal });
    await response.body?.cancel();
    this.#tags.push(response.headers.get('etag') ?? '');
  }

  async #end(last: Part): Promise<void> {
    await this.#part(last);
    const parts = this.#tags.map(
      (tag, i) =>
        `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
    );
    const xml = await this.#client.text({
      method: 'POST',
      key: this.#key,
      query: { uploadId: this.#id ?? '' },
      body: new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
      signal: this.#signal,
    });
    // The status is sent before the parts are put together, so a failure is in the body.
    const failure = elementOf(xml, 'Code');
    if (failure !== undefined) {
      throw new DataError(`The storage did not put the parts of an upload together (${failure}).`);
    }
  }

  /** Parts of an upload that is not completed cost space until it is ended. */
  async #abort(): Promise<void> {
    if (this.#id === undefined) return;
    const query = { uploadId: this.#id };
    await this.#client.text({ method: 'DELETE', key: this.#key, query }).catch(() => {});
  }
}

/** Puts chunks together to parts of the same length; the last one may be shorter. */
async function* partsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.length;
      from += piece.length;
      if (filled < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
