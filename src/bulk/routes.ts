import { endOf, NDJSON, streamJson } from '../api/json-stream.ts';
import { engineRoute, type Route } from '../api/route.ts';
import type { Exports } from './exports.ts';

const PATH = '/engines/:engine/documents';

export const bulkRoutes = (exports: Exports): Route[] => [
  engineRoute({
    method: 'GET',
    path: `${PATH}/export`,
    operation: {
      id: 'exportDocuments',
      summary: 'Export all documents as they were sent',
      description:
        'One document per line, in the order in which they were first indexed, all at one moment. The response headers X-Export-Cursor and X-Export-Documents have the cursor and the number of documents. To resume, send the cursor and the id of the last document received as `after`.',
      query: { cursor: { type: 'string' }, after: { type: 'string' } },
      answer: { type: 'object', additionalProperties: true },
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
