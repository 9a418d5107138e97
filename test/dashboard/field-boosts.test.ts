import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  BOOST_TYPES,
  boostProblem,
  newBoost,
  searchOptions,
  withBoosts,
  withoutSkipped,
} from '../../dashboard/src/search-settings/field-boosts.ts';
import { defaultSettings, type SearchSettings } from '../../dashboard/src/search-settings/settings.ts';

const SCHEMA = {
  title: 'text',
  constructor: 'text',
  visitors: 'number',
  opened: 'date',
  place: 'geolocation',
} as const;
const DEFAULTS = defaultSettings(SCHEMA);

suite('boosts on the page', () => {
  test('that are new are complete, or say what is missing in the words of the server', () => {
    const messages = Object.entries(SCHEMA).flatMap(([field, type]) =>
      BOOST_TYPES[type].map((kind) => [
        field,
        kind,
        boostProblem(field, newBoost(kind, type), SCHEMA)?.message,
      ]),
    );
    assert.deepEqual(messages, [
      ['title', 'value', 'Value is required'],
      ['constructor', 'value', 'Value is required'],
      ['visitors', 'functional', undefined],
      ['visitors', 'proximity', 'Center is required'],
      ['visitors', 'value', 'Value is required'],
      ['opened', 'proximity', undefined],
      ['opened', 'value', 'Value is required'],
      ['place', 'proximity', 'Center is required'],
    ]);
  });

  test('that do not fit the type of their field are marked as skipped', () => {
    const functional = newBoost('functional', 'number');
    assert.deepEqual(boostProblem('title', functional, SCHEMA), {
      message: 'Functional is not supported for text field title',
      isSkipped: true,
    });
    const center = { ...newBoost('proximity', 'date'), center: 'nowhere' };
    assert.deepEqual(boostProblem('opened', center, SCHEMA), {
      message: 'Invalid value: nowhere',
      isSkipped: false,
    });
    assert.equal(boostProblem('gone', functional, SCHEMA)?.isSkipped, true);
  });

  test('of a field are removed with its last one', () => {
    const boost = newBoost('value', 'text');
    const boosts = withBoosts({}, 'title', [boost]);
    assert.deepEqual(boosts, { title: [boost] });
    assert.deepEqual(withBoosts(boosts, 'title', []), {});
  });
});

suite('settings as options of a search', () => {
  const settings: SearchSettings = {
    ...DEFAULTS,
    search_fields: { title: {}, id: { weight: 3 }, visitors: { weight: 2 }, gone: {} },
    boosts: {
      visitors: [newBoost('functional', 'number'), newBoost('proximity', 'number')],
      title: [newBoost('functional', 'number')],
      gone: [newBoost('functional', 'number')],
    },
    precision: 5,
  };

  test('have no entries that a search would refuse or skip', () => {
    assert.deepEqual(searchOptions(settings, SCHEMA), {
      search_fields: { title: { weight: 1 }, id: { weight: 3 } },
      boosts: { visitors: [newBoost('functional', 'number')] },
      precision: 5,
    });
  });

  test('can be cleaned of skipped entries; incomplete ones stay', () => {
    assert.deepEqual(withoutSkipped(settings, SCHEMA), {
      search_fields: { title: {}, id: { weight: 3 } },
      boosts: { visitors: settings.boosts.visitors },
    });
    const none = withoutSkipped({ ...settings, search_fields: { visitors: {} } }, SCHEMA);
    assert.deepEqual(none.search_fields, DEFAULTS.search_fields, 'as searches then do');
  });
});
