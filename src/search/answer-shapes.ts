import {
  anyObjectShape,
  integerShape,
  listShape,
  named,
  objectShape,
  pageMetaSchema,
  reference,
  textListShape,
  textShape,
} from '../api/shapes.ts';

/** The JSON Schemas of the responses to searches, for the OpenAPI description. */

const item = { type: ['string', 'number', 'null'] };

const fieldResult = named('FieldResult', {
  type: 'object',
  properties: {
    raw: { anyOf: [item, listShape(item)], description: 'The value under the type of its field.' },
    snippet: {
      type: ['string', 'null'],
      description: 'HTML that is safe to insert, with matches in `<em>`.',
    },
  },
});

const result = named('SearchResult', {
  ...objectShape(
    {
      id: objectShape({ raw: textShape }),
      _meta: objectShape({ id: textShape, engine: textShape, score: { type: ['number', 'null'] } }),
    },
    { _group_key: item, _group: listShape(reference('SearchResult')) },
  ),
  additionalProperties: fieldResult,
});

const facet = named('Facet', {
  anyOf: [
    objectShape(
      {
        type: { const: 'value' },
        data: listShape(objectShape({ value: { type: ['string', 'number'] }, count: integerShape })),
      },
      { name: textShape },
    ),
    objectShape(
      {
        type: { const: 'range' },
        data: listShape(
          objectShape(
            { count: integerShape },
            { from: { type: ['string', 'number'] }, to: { type: ['string', 'number'] }, name: textShape },
          ),
        ),
      },
      { name: textShape },
    ),
  ],
});

const numbers = { type: 'object', additionalProperties: { type: 'number' } };

/** What the `meta` of a search and of its explanation have in common. */
export const searchedMeta = {
  alerts: listShape({}),
  warnings: textListShape,
  precision: integerShape,
  engine: objectShape({ name: textShape, type: { enum: ['default', 'meta'] } }),
  request_id: textShape,
};

const meta = named(
  'SearchMeta',
  objectShape(
    { ...searchedMeta, page: pageMetaSchema },
    {
      profile: {
        ...objectShape(
          { took: { type: 'number', description: 'Milliseconds.' }, stages: numbers },
          { counters: numbers },
        ),
        description: 'Only with the header `X-Enterprise-Search-Profile: true` and a private key.',
      },
      elasticsearch: {
        ...objectShape({
          request_header: anyObjectShape,
          request_body: anyObjectShape,
          response: anyObjectShape,
        }),
        description: 'Only with the header `X-Enterprise-Search-Debug: true` and a private key.',
      },
    },
  ),
);

export const searchAnswerShape = named(
  'SearchAnswer',
  objectShape(
    { meta, results: listShape(result) },
    { facets: { type: 'object', additionalProperties: listShape(facet) } },
  ),
);

export const suggestionAnswerShape = named(
  'QuerySuggestions',
  objectShape({
    results: objectShape({ documents: listShape(objectShape({ suggestion: textShape })) }),
    meta: objectShape({ request_id: textShape }),
  }),
);
