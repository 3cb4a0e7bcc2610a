import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import type { PackedPackage } from './pack-staged.ts';
import { PUBLIC_PACKAGES } from './public-packages.ts';
import { writeSbom } from './sbom.ts';
import { isForeign, shippedPackages } from './shipped-packages.ts';

interface Bom {
  readonly serialNumber: string;
  readonly components: readonly { readonly 'bom-ref': string; readonly name: string; readonly hashes?: unknown }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const PACKED: readonly PackedPackage[] = PUBLIC_PACKAGES.map((one) => ({
  ...one,
  tarball: '',
  size: 1,
  sha256: 'ab'.repeat(32),
  files: [],
}));

const text = writeSbom('0.1.0', PACKED);
const bom: Bom = JSON.parse(text);

/** The schema of CycloneDX itself, with the two that it refers to. */
function schemaCheck(): (value: unknown) => unknown {
  const require = createRequire(import.meta.url);
  const folder = join(require.resolve('@cyclonedx/cyclonedx-library/package.json'), '../res/schema');
  const read = (name: string): object => JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8'));
  // Formats are addresses and times, of which there are none.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    // The name that the references have; the schemas call themselves by another.
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const validate = ajv.compile(read('bom-1.6'));
  return (value) => (validate(value) ? [] : validate.errors);
}

const check = schemaCheck();

test('the bill of materials keeps the schema of CycloneDX 1.6', () => {
  expect(check(bom)).toStrictEqual([]);
});

test('a bill with an unknown licence or an unknown kind of component is not one', () => {
  expect(check(JSON.parse(text.replace('"id": "ISC"', '"id": "Nobody-1.0"')))).not.toStrictEqual([]);
  expect(check(JSON.parse(text.replace('"type": "library"', '"type": "thing"')))).not.toStrictEqual([]);
});

test('the same sources give the same bill, and another content another number', () => {
  expect(writeSbom('0.1.0', PACKED)).toBe(text);
  const other: Bom = JSON.parse(writeSbom('0.1.0', []));
  expect(other.serialNumber).not.toBe(bom.serialNumber);
});

test('it holds every package of ours and all that comes with them, each once, and each dependency is in it', () => {
  const references = bom.components.map((component) => component['bom-ref']);
  expect(new Set(references).size).toBe(references.length);
  const versions = shippedPackages().map(({ name, version }) => `${name}@${version}`);
  expect(references.length).toBe(new Set(versions).size);
  for (const { name } of PUBLIC_PACKAGES) expect(references).toContain(`pkg:npm/${name.replace('@', '%40')}@0.1.0`);
  for (const name of ['hono', 'monaco-editor', 'react', 'commander', 'execa', 'fflate'])
    expect(bom.components.map((component) => component.name)).toContain(name);
  const wanted = bom.dependencies.flatMap(({ dependsOn }) => dependsOn);
  expect(wanted.filter((reference) => !references.includes(reference))).toStrictEqual([]);
});

test('whatever is in it is reached from the product', () => {
  const [{ ref: root = '' } = {}] = bom.dependencies;
  const reached = new Set<string>();
  const visit = (reference: string): void => {
    if (reached.has(reference)) return;
    reached.add(reference);
    bom.dependencies.find(({ ref }) => ref === reference)?.dependsOn.forEach(visit);
  };
  visit(root);
  expect(bom.components.filter((component) => !reached.has(component['bom-ref']))).toStrictEqual([]);
});

test('what others made is named by the digest that npm checks, what we made by that of its tarball', () => {
  expect(bom.components.filter(({ hashes }) => hashes === undefined).map(({ name }) => name)).toStrictEqual([
    'playground',
  ]);
  const foreign = shippedPackages().filter(isForeign);
  expect(withDigest('SHA-512')).toBe(new Set(foreign.map(({ name, version }) => `${name}@${version}`)).size);
  expect(withDigest('SHA-256')).toBe(PUBLIC_PACKAGES.length);
});

function withDigest(algorithm: string): number {
  return bom.components.filter(({ hashes }) => JSON.stringify(hashes)?.includes(algorithm)).length;
}
