import type { JsonSchema } from '../api/route.ts';
import {
  integerShape,
  listShape,
  named,
  objectShape,
  textListShape,
  textShape,
  timeShape,
} from '../api/shapes.ts';
import { curationShape } from '../curations/routes.ts';
import { schemaShape } from '../schema/shapes.ts';
import { settingsShape } from '../search/shapes.ts';
import { synonymSetShape } from '../synonyms/routes.ts';
import { CONFIGURATION_VERSION } from '../tuning/configuration.ts';

/* The shapes of configurations in the OpenAPI description. */

const version: JsonSchema = { const: CONFIGURATION_VERSION };

export const configurationShape = named(
  'Configuration',
  objectShape(
    {
      version,
      search_settings: settingsShape,
      synonyms: listShape(synonymSetShape),
      curations: listShape(curationShape),
    },
    {
      schema: schemaShape,
      source_engines: { ...textListShape, description: 'Only in meta engines, which have no schema.' },
    },
  ),
);

export const configurationChangeShape = named('ConfigurationChange', {
  type: 'object',
  description: 'Sections that are not named stay. Synonym sets and curations without an id are new.',
  required: ['version'],
  properties: {
    version,
    schema: schemaShape,
    search_settings: settingsShape,
    synonyms: listShape({
      type: 'object',
      required: ['synonyms'],
      properties: { id: textShape, synonyms: textListShape },
    }),
    curations: listShape({
      type: 'object',
      required: ['queries'],
      properties: { id: textShape, queries: textListShape, promoted: textListShape, hidden: textListShape },
    }),
    source_engines: textListShape,
  },
});

const difference = named(
  'ConfigurationDifference',
  objectShape({
    added: listShape({}),
    removed: listShape({}),
    changed: listShape(objectShape({ from: {}, to: {} })),
  }),
);

const dryRun = named(
  'ConfigurationDryRun',
  objectShape({
    dry_run: { const: true },
    diff: {
      type: 'object',
      description: 'By section. Sections that would stay the same are omitted.',
      additionalProperties: difference,
    },
  }),
);

export const changedConfigurationShape: JsonSchema = { anyOf: [configurationShape, dryRun] };

const versionMembers = { version: integerShape, author: textShape, created_at: timeShape };

export const versionShape = objectShape(versionMembers);

export const keptVersionShape = named(
  'ConfigurationVersion',
  objectShape({ ...versionMembers, configuration: configurationShape }),
);
