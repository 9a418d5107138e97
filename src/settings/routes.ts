import { engineRoute, type Route } from '../api/route.ts';
import { named, objectShape, textListShape } from '../api/shapes.ts';
import { settingsSections, settingsShape } from '../search/shapes.ts';
import { tuningRequestOf } from '../tuning/tuning-change.ts';
import type { Settings } from './settings.ts';

const PATH = '/engines/:engine/search_settings';

const answer = named(
  'SearchSettings',
  objectShape(
    { ...settingsSections, precision_enabled: { const: true } },
    {
      warnings: {
        ...textListShape,
        description:
          'Entries that searches leave out because the schema has changed. Omitted if there are none.',
      },
    },
  ),
);

export const settingsRoutes = (settings: Settings): Route[] => [
  engineRoute({
    method: 'GET',
    path: PATH,
    operation: {
      id: 'getSearchSettings',
      summary: 'Get the search settings: fields, weights, boosts and precision',
      answer,
    },
    answer: ({ engine }) => settings.get(engine),
  }),
  engineRoute({
    method: 'PUT',
    path: PATH,
    operation: {
      id: 'updateSearchSettings',
      summary: 'Replace sections of the search settings',
      description:
        'Sections that the body does not name stay. `precision_enabled` and `warnings` are ignored.',
      body: settingsShape,
      answer,
    },
    answer: async (call) => settings.change(tuningRequestOf(call), await call.params()),
  }),
  engineRoute({
    method: 'POST',
    path: `${PATH}/reset`,
    operation: {
      id: 'resetSearchSettings',
      summary: 'Reset the search settings to their defaults',
      answer,
    },
    answer: (call) => settings.reset(tuningRequestOf(call)),
  }),
];
