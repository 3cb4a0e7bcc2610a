import { createHash } from 'node:crypto';
import type { LockedPackage } from './production-graph.ts';
import type { PackedPackage } from './pack-staged.ts';
import { PUBLIC_PACKAGES } from './public-packages.ts';
import { isForeign, PAGE, shippedPackages } from './shipped-packages.ts';

/**
 * The bill of materials of a release: one for all packages, since they have one version and are published together.
 *
 * CycloneDX 1.6. `npm sbom --omit dev` is not used: it leaves out what a production dependency shares with the tools of this
 * repository, Hono and the MCP SDK among them, and its number and time are others each time. Here the same sources give the same bytes: no time, and a
 * serial number made of the content.
 *
 * @param packed gives our packages the digests of their tarballs
 */
export function writeSbom(version: string, packed: readonly PackedPackage[]): string {
  const everywhere = shippedPackages();
  const references = new Map(everywhere.map((one) => [one.path, purlOf(one)]));
  // Two copies of one version are one package; npm gives both the same dependencies.
  const shipped = [...new Map(everywhere.map((one) => [purlOf(one), one])).values()];
  const root = `pkg:generic/atip-workbench@${version}`;
  const content = {
    metadata: {
      component: { type: 'application', 'bom-ref': root, name: 'atip-workbench', version, licenses: licences('MIT') },
    },
    components: shipped.map((one) => component(one, packed)),
    dependencies: [
      { ref: root, dependsOn: PUBLIC_PACKAGES.map(({ folder }) => references.get(folder)) },
      ...shipped.map(({ path, dependsOn }) => ({
        ref: references.get(path),
        // The page lies in the companion's package, though no import leads there.
        dependsOn: [...dependsOn, ...(path === 'server' ? [PAGE] : [])].map((other) => references.get(other)),
      })),
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1, ...content }, null, 2)}\n`;
}

function component(one: LockedPackage, packed: readonly PackedPackage[]): object {
  const { name, version, path, license, integrity } = one;
  const [scope, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const tarball = packed.find(({ folder }) => folder === path);
  const hashes = [
    ...(tarball === undefined ? [] : [{ alg: 'SHA-256', content: tarball.sha256 }]),
    ...(integrity === undefined ? [] : [{ alg: 'SHA-512', content: hexOf(integrity) }]),
  ];
  return {
    type: path === PAGE ? 'application' : 'library',
    'bom-ref': purlOf(one),
    ...(scope !== undefined && { group: scope }),
    name: plain,
    version,
    ...(hashes.length > 0 && { hashes }),
    licenses: licences(license ?? (isForeign(one) ? '' : 'MIT')),
    purl: purlOf(one),
  };
}

function purlOf({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** An expression of several is another field than one licence. */
function licences(expression: string): readonly object[] {
  return /\s/.test(expression) ? [{ expression }] : [{ license: { id: expression } }];
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
}

/** Version 8: made of what one likes, here of the content. */
function uuidOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
