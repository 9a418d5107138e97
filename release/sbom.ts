// Writes sbom.json, a CycloneDX list of the packages that the npm package and the image contain: `npm run sbom`, after
// the dashboard was built. npm lists all packages of the lockfile; those that are not shipped are removed here.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPackages } from './shipped-packages.ts';

export const SBOM = 'sbom.json';

interface Component {
  readonly 'bom-ref': string;
  readonly externalReferences?: ReadonlyArray<{ readonly type: string; readonly url: string }>;
  readonly properties?: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn?: readonly string[] }>;
}

/** Addresses that depend on the registry of the build machine, and a mark that is wrong for bundled packages. */
const withoutBuildFacts = (component: Component): Component => ({
  ...component,
  externalReferences: (component.externalReferences ?? []).filter(({ type }) => type !== 'distribution'),
  properties: (component.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:development'),
});

/** The packages of `bom` that are shipped, with the dependencies between them. */
export function shippedBom(bom: Bom, shipped: ReadonlySet<string>): Bom {
  const listed = new Set(bom.components.map((component) => component['bom-ref']));
  const missing = [...shipped].filter((id) => !listed.has(id));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}.`);
  const isKept = (ref: string): boolean => shipped.has(ref) || ref === bom.metadata.component['bom-ref'];
  return {
    ...bom,
    components: bom.components
      .filter((component) => shipped.has(component['bom-ref']))
      .map((component) => withoutBuildFacts(component)),
    dependencies: bom.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const command = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const listing = execFileSync('npm', [...command, '--include=dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  const bom = shippedBom(JSON.parse(listing), new Set(shippedPackages(root).map(({ id }) => id)));
  writeFileSync(join(root, SBOM), `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`${SBOM}: ${bom.components.length} packages\n`);
}
