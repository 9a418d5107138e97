import type { FastifyReply } from 'fastify';
import type { BodyStream } from '../api/body-stream.ts';
import { jsonList } from '../api/json-list.ts';
import { NDJSON } from '../api/json-stream.ts';
import { pageMeta, pageRange, parsePage } from '../api/page.ts';
import { engineRoute, type Route } from '../api/route.ts';
import { showSequence } from '../api/sequence-header.ts';
import {
  booleanShape,
  listOf,
  listShape,
  objectShape,
  orNull,
  pageParameters,
  textShape,
} from '../api/shapes.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { EngineRecord } from '../store/port.ts';
import type { DocumentReading, IdReading } from './document-reading.ts';
import type { Documents } from './documents.ts';
import { documentResultsShape, documentShape, idsShape, sentDocumentsShape } from './shapes.ts';

const PATH = '/engines/:engine/documents';

const PAGE_SIZE = { default: limits.documentsPerPage, most: limits.documentsPerPage };

/** The engine of a write; a meta engine has no documents of its own. */
function writable(engine: EngineRecord): EngineRecord {
  if (engine.type === 'meta') throw errors.metaEngineDocuments();
  return engine;
}

/** Imports the lines of a body; sends its own response. */
export type LineImport = (engine: EngineRecord, body: BodyStream, reply: FastifyReply) => Promise<unknown>;

export const documentRoutes = (
  documents: Documents,
  read: DocumentReading,
  readIds: IdReading,
  importLines: LineImport,
): Route[] => [
  engineRoute({
    method: 'POST',
    path: PATH,
    bodyLimit: limits.bodies.documents,
    streamedType: NDJSON,
    operation: {
      id: 'indexDocuments',
      summary: 'Create documents, or replace those of the same id',
      description: 'Each document is accepted or refused on its own; the status is 200 either way.',
      body: sentDocumentsShape,
      otherBodies: { [NDJSON]: 'One document per line, any number of them.' },
      answer: documentResultsShape,
      alternatives: { [NDJSON]: 'One result per line, if the body was NDJSON.' },
    },
    answer: async ({ engine, bodyText, bodyStream, precondition, reply }) =>
      bodyStream === undefined
        ? documents.replace(writable(engine).id, read(bodyText), precondition, showSequence(reply))
        : importLines(writable(engine), bodyStream, reply),
  }),
  engineRoute({
    method: 'PATCH',
    path: PATH,
    bodyLimit: limits.bodies.documents,
    operation: {
      id: 'patchDocuments',
      summary: 'Change fields of documents that exist',
      body: sentDocumentsShape,
      answer: documentResultsShape,
    },
    answer: ({ engine, bodyText, precondition, reply }) =>
      documents.patch(writable(engine).id, read(bodyText), precondition, showSequence(reply)),
  }),
  engineRoute({
    method: 'GET',
    path: PATH,
    bodyLimit: limits.bodies.ids,
    operation: {
      id: 'getDocuments',
      summary: 'Get documents by id; null for missing ones',
      query: { 'ids[]': idsShape },
      body: idsShape,
      answer: listShape(orNull(documentShape)),
    },
    answer: async ({ engine, bodyText, address, reply }) =>
      jsonList(reply, '[', documents.get(engine, await readIds(bodyText, address)), ']'),
  }),
  engineRoute({
    method: 'DELETE',
    path: PATH,
    bodyLimit: limits.bodies.ids,
    operation: {
      id: 'deleteDocuments',
      summary: 'Delete documents by their ids',
      body: idsShape,
      answer: listShape(objectShape({ id: textShape, deleted: booleanShape })),
    },
    answer: async ({ engine, bodyText, address, precondition, reply }) => {
      const ids = await readIds(bodyText, address);
      return documents.delete(writable(engine).id, ids, precondition, showSequence(reply));
    },
  }),
  engineRoute({
    method: 'GET',
    path: `${PATH}/list`,
    operation: {
      id: 'listDocuments',
      summary: 'List documents in the order in which they were first indexed',
      query: pageParameters,
      answer: listOf(documentShape),
    },
    async answer({ engine, params, reply }) {
      const page = parsePage(await params(), PAGE_SIZE);
      const { total, pieces } = await documents.list(engine, pageRange(page));
      const meta = JSON.stringify({ page: pageMeta(page, total) });
      return jsonList(reply, `{"meta":${meta},"results":[`, pieces, ']}');
    },
  }),
];
