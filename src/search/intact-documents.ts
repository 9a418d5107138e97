import type { Logger } from 'pino';
import type { DocumentReader } from '../store/port.ts';

/**
 * Documents for search results. A damaged document is left out, and the log says so: otherwise every search that finds it
 * would fail.
 */
export const intactDocuments = (
  documents: DocumentReader,
  log: Logger,
): Pick<DocumentReader, 'byIds' | 'sizesOf'> => ({
  sizesOf: documents.sizesOf,
  byIds: (engineId, ids) =>
    documents.byIds(engineId, ids, (document) =>
      log.error({ engine: engineId, document }, 'a damaged document was left out of search results'),
    ),
});
