import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

const DEFAULTS = {
  enabled: false,
  mode: 'manual',
  timeframe: 7,
  max_size: 3,
  min_clicks: 20,
  schedule_frequency: 1,
  schedule_unit: 'day',
};

async function engineSettings() {
  const service = await sharedService();
  const path = `/engines/${await service.engine()}/adaptive_relevance/settings`;
  const send = async (method: string, body?: unknown) => {
    const { status, json } = await service.call(method, path, body === undefined ? {} : { body });
    return [status, json];
  };
  return { ...service, path, send };
}

suite('settings of adaptive relevance', () => {
  test('have the defaults of App Search, and members that a change omits stay', async () => {
    const { send } = await engineSettings();
    assert.deepEqual(await send('GET'), [200, { curation: DEFAULTS }]);
    const change = { enabled: true, mode: 'automatic', min_clicks: 5, timeframe: null };
    const changed = { ...DEFAULTS, enabled: true, mode: 'automatic', min_clicks: 5 };
    assert.deepEqual(await send('PUT', { curation: change }), [200, { curation: changed }]);
    assert.deepEqual(await send('PUT', { curation: { schedule_unit: 'week' } }), [
      200,
      { curation: { ...changed, schedule_unit: 'week' } },
    ]);
    assert.deepEqual(await send('GET'), [200, { curation: { ...changed, schedule_unit: 'week' } }]);
  });

  const CASES: ReadonlyArray<readonly [unknown, ...string[]]> = [
    [{}, 'Missing required parameter: curation'],
    [{ curation: null }, 'Missing required parameter: curation'],
    [{ curation: [] }, 'Curation must be an object'],
    [{ curation: {}, synonyms: {} }, 'Settings contains invalid key: synonyms'],
    [{ curation: { size: 3 } }, 'Curation contains invalid key: size'],
    [{ curation: { enabled: 'yes' } }, 'Curation enabled must be a boolean'],
    [{ curation: { mode: 'auto' } }, 'Curation mode must be manual or automatic'],
    [{ curation: { timeframe: 0 } }, 'Curation timeframe must be an integer between 1 and 180'],
    [{ curation: { timeframe: 181 } }, 'Curation timeframe must be an integer between 1 and 180'],
    [{ curation: { max_size: 51 } }, 'Curation max_size must be an integer between 1 and 50'],
    [{ curation: { min_clicks: 1.5 } }, 'Curation min_clicks must be an integer between 1 and 1,000,000'],
    [
      { curation: { schedule_frequency: -1, schedule_unit: 'year' } },
      'Curation schedule_frequency must be an integer between 1 and 1,000',
      'Curation schedule_unit must be one of second, minute, hour, day, week, month',
    ],
  ];
  for (const [body, ...errors] of CASES) {
    test(`that are refused change nothing: ${JSON.stringify(body)}`, async () => {
      const { send } = await engineSettings();
      assert.deepEqual(await send('PUT', body), [400, { errors }]);
      assert.deepEqual(await send('GET'), [200, { curation: DEFAULTS }]);
    });
  }
});
