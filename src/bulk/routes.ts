import { parseDryRun } from '../api/dry-run.ts';
import { abortSignalOf, endOf, NDJSON, streamJson } from '../api/json-stream.ts';
import { engineRoute, type Route } from '../api/route.ts';
import { integerShape, objectShape, textListShape } from '../api/shapes.ts';
import { sentDocumentShape } from '../documents/shapes.ts';
import { errors } from '../errors.ts';
import { lastMember } from '../json/members.ts';
import { limits } from '../limits.ts';
import { filtersShape } from '../search/shapes.ts';
import type { Exports } from './exports.ts';
import type { FilteredDeletions } from './filtered-deletions.ts';

const PATH = '/engines/:engine/documents';

/** `dry_run` in a body; the parameters of a request do not include it. */
function dryRunIn(body = ''): boolean {
  const text = lastMember(body, 'dry_run');
  return parseDryRun(text === undefined || text === 'null' ? undefined : text.trim().replaceAll('"', ''));
}

export const bulkRoutes = (exports: Exports, deletions: FilteredDeletions): Route[] => [
  engineRoute({
    method: 'POST',
    path: `${PATH}/delete_by_filter`,
    bodyLimit: limits.bodies.search,
    operation: {
      id: 'deleteDocumentsByFilter',
      summary: 'Delete the documents that pass filters',
      description:
        'The filters are those of searches, but no part of them can be empty. A dry run counts the documents and deletes none.',
      body: {
        type: 'object',
        required: ['filters'],
        properties: { filters: filtersShape, dry_run: { type: 'boolean', default: false } },
      },
      answer: objectShape({ matched: integerShape, deleted: integerShape }, { ids: textListShape }),
    },
    async answer({ engine, params, address, bodyText, reply }) {
      if (engine.type === 'meta') throw errors.metaEngineDocuments();
      const { filters, ...others } = await params();
      return deletions.run(engine, {
        filters,
        unknown: Object.keys(others),
        isDryRun: parseDryRun(address.dry_run) || dryRunIn(bodyText),
        signal: abortSignalOf(reply),
      });
    },
  }),
  engineRoute({
    method: 'GET',
    path: `${PATH}/export`,
    operation: {
      id: 'exportDocuments',
      summary: 'Export all documents as they were sent',
      description:
        'One document per line, in the order in which they were first indexed, all at one moment. The response headers X-Export-Cursor and X-Export-Documents have the cursor and the number of documents. To resume, send the cursor and the id of the last document received as `after`.',
      query: { cursor: { type: 'string' }, after: { type: 'string' } },
      answer: sentDocumentShape,
      mediaType: NDJSON,
    },
    async answer({ engine, params, reply }) {
      const { cursor, after } = await params();
      const started = await exports.begin(engine, { cursor, after }, endOf(reply));
      reply.header('x-export-cursor', started.cursor);
      reply.header('x-export-documents', String(started.documents));
      return streamJson(reply, started.lines, NDJSON);
    },
  }),
];
