import type { JsonSchema } from '../api/route.ts';
import { booleanShape, named, objectShape, textListShape, textShape, timeShape } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { KEY_KINDS } from './key-value.ts';

/* The shapes of keys in the OpenAPI description. */

const rate: JsonSchema = { type: 'integer', minimum: 1, maximum: limits.keyRate };

export const keyRequestShape = named('CredentialChange', {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[A-Za-z0-9-]+$', maxLength: limits.keyNameLength },
    type: { enum: KEY_KINDS },
    read: { type: ['boolean', 'null'], description: 'Private keys only.' },
    write: { type: ['boolean', 'null'], description: 'Private keys only.' },
    access_all_engines: { type: ['boolean', 'null'] },
    engines: {
      type: ['array', 'null'],
      maxItems: limits.scopeEngines,
      items: { type: 'string', maxLength: limits.engineNameLength },
    },
    expires_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'In the future. Null: the key does not expire.',
    },
    description: { type: ['string', 'null'], maxLength: limits.keyDescriptionLength },
    rate_limit: {
      type: ['object', 'null'],
      properties: {
        requests_per_second: rate,
        burst: { ...rate, description: 'Requests at once; by default those of a second.' },
      },
      required: ['requests_per_second'],
    },
  },
});

/** Members without a value are omitted. */
export const keyShape = named(
  'Credential',
  objectShape(
    { id: textShape, key: textShape, name: textShape, type: { enum: KEY_KINDS } },
    {
      read: { type: 'boolean', description: 'Private keys only.' },
      write: { type: 'boolean', description: 'Private keys only.' },
      access_all_engines: booleanShape,
      engines: textListShape,
      expires_at: timeShape,
      description: textShape,
      rate_limit: objectShape({ requests_per_second: rate, burst: rate }),
      previous_key_expires_at: {
        ...timeShape,
        description: 'Until then the value before the last rotation is accepted too.',
      },
      previous_key_last_used_at: {
        ...timeShape,
        description: 'The last request with that value since the rotation. Only in responses to GET.',
      },
      last_used_at: { ...timeShape, description: 'To the minute. Only in responses to GET.' },
    },
  ),
);

export const rotationShape: JsonSchema = {
  type: 'object',
  properties: {
    overlap_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: limits.rotationOverlap.most,
      default: limits.rotationOverlap.default,
    },
  },
};
