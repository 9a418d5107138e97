import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedBom } from '../../release/sbom.ts';

const component = (ref: string, more: object = {}) => ({ 'bom-ref': ref, ...more });
const BOM = {
  bomFormat: 'CycloneDX',
  metadata: { component: component('findling@1.0.0') },
  components: [
    component('react@19.0.0', {
      properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
      externalReferences: [
        { type: 'distribution', url: 'http://127.0.0.1:9/react.tgz' },
        { type: 'website', url: 'https://react.dev/' },
      ],
    }),
    component('typescript@7.0.0'),
  ],
  dependencies: [
    { ref: 'findling@1.0.0', dependsOn: ['react@19.0.0', 'typescript@7.0.0'] },
    { ref: 'react@19.0.0', dependsOn: [] },
    { ref: 'typescript@7.0.0', dependsOn: [] },
  ],
};

test('the SBOM has what is shipped, without addresses of a registry', () => {
  assert.deepEqual(shippedBom(BOM, new Set(['react@19.0.0'])), {
    ...BOM,
    components: [
      component('react@19.0.0', {
        properties: [],
        externalReferences: [{ type: 'website', url: 'https://react.dev/' }],
      }),
    ],
    dependencies: [
      { ref: 'findling@1.0.0', dependsOn: ['react@19.0.0'] },
      { ref: 'react@19.0.0', dependsOn: [] },
    ],
  });
});

test('a shipped package that npm does not list is an error', () => {
  assert.throws(
    () => shippedBom(BOM, new Set(['left-pad@1.0.0'])),
    /npm sbom does not list left-pad@1\.0\.0\./,
  );
});
