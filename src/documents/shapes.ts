import type { JsonSchema } from '../api/route.ts';
import { listShape, named, objectShape, textListShape, textShape } from '../api/shapes.ts';
import { limits } from '../limits.ts';

/* The shapes of documents in the OpenAPI description. */

const item: JsonSchema = { type: ['string', 'number', 'null'] };

export const documentShape = named('Document', {
  ...objectShape({ id: textShape }),
  description: 'Values are shown under the types of their fields.',
  additionalProperties: { anyOf: [item, listShape(item)] },
});

export const sentDocumentShape = named('SentDocument', {
  type: 'object',
  description: 'A document as it is sent; its values can be of any kind.',
  properties: { id: item },
  additionalProperties: true,
});

export const sentDocumentsShape: JsonSchema = {
  oneOf: [
    { type: 'array', items: sentDocumentShape, maxItems: limits.documentsPerRequest },
    sentDocumentShape,
  ],
};

export const idsShape: JsonSchema = { ...textListShape, maxItems: limits.documentsPerRequest };

export const documentResultsShape = listShape(
  named('DocumentResult', objectShape({ id: textShape, errors: textListShape })),
);
