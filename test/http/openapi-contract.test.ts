import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { descriptionText } from '../../docs/openapi.ts';
import { apiRoutes, apiTypes, type Description } from '../../packages/client/generate.ts';
import { ROOT } from '../support/command.ts';
import { request } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { changesOf, changeText } from './description-changes.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const described = async (): Promise<Description> =>
  (await request(`${(await sharedService()).baseUrl}/openapi.json`, 'GET')).json;

/** A new version of the service is no change of its API. */
const withoutVersion = (description: object): Description => {
  const { info, ...rest } = description as Description & { readonly info: object };
  return { ...rest, info: { ...info, version: '' } } as Description;
};

suite('the API is the one that docs/openapi.json describes', () => {
  test('no route and no shape changes by accident', async () => {
    const before = withoutVersion(JSON.parse(read('docs/openapi.json')));
    const after = withoutVersion(await described());
    const changes = changesOf(before, after);
    assert.deepEqual(
      changes.map(changeText),
      [],
      `The API has changed:\n${changes.map(changeText).join('\n')}\nIf that is intended, run \`npm run docs\` and commit docs/openapi.json and the types of the client.`,
    );
    assert.deepEqual(after, before);
  });

  test('docs/openapi.json is written as npm run docs writes it', () => {
    const text = read('docs/openapi.json');
    assert.equal(text, descriptionText(JSON.parse(text)));
  });

  for (const [file, made] of [
    ['api-types.ts', apiTypes],
    ['api-routes.ts', apiRoutes],
  ] as const) {
    test(`${file} of the client is up to date (npm run docs)`, async () => {
      assert.equal(read(`packages/client/src/${file}`), made(await described()));
    });
  }
});
