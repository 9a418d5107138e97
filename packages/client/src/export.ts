import type { SentDocument } from './api-types.ts';
import { FindlingError } from './error.ts';
import { readLines } from './lines.ts';
import type { CallOptions, Transport } from './transport.ts';
import { pause } from './watch.ts';

/** How far an export has come. */
export interface ExportProgress {
  /** Documents that were received. */
  readonly documents: number;
  /** Documents of the whole export. */
  readonly total: number;
}

export interface ExportOptions extends CallOptions {
  /** Called for each document before it is given out. */
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
}

/** Pauses before an export is resumed, in milliseconds. Each document that arrives starts them over. */
const PAUSES: readonly number[] = [500, 1000, 2000, 4000];

/**
 * The documents of an engine as they were sent, all at one moment. When the connection breaks, the export is resumed after
 * the last document received.
 */
export async function* exportDocuments(
  transport: Transport,
  engine: string,
  options: ExportOptions,
): AsyncGenerator<SentDocument, void> {
  let cursor: string | undefined;
  let after: string | undefined;
  let documents = 0;
  for (let failures = 0; ; ) {
    try {
      const { response, watch } = await transport.open(
        { operation: 'exportDocuments', path: { engine }, query: { cursor, after } },
        options,
      );
      cursor ??= response.headers.get('x-export-cursor') ?? undefined;
      const total = Number(response.headers.get('x-export-documents'));
      if (response.body !== null) {
        for await (const line of readLines(response.body, (read) => watch.during(read))) {
          const document = JSON.parse(line) as SentDocument;
          after = String(document.id);
          failures = 0;
          documents++;
          options.onProgress?.({ documents, total });
          yield document;
        }
      }
      if (documents < total)
        throw new FindlingError('The connection to the service failed: the export is incomplete.');
      return;
    } catch (error) {
      // Without a cursor nothing has arrived; with a status the service has refused to go on.
      if (!(error instanceof FindlingError) || error.status !== 0 || cursor === undefined) throw error;
      const wait = PAUSES[failures++];
      if (wait === undefined) throw error;
      await pause(wait, options.signal);
    }
  }
}
