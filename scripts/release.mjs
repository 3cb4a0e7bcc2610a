// `npm run release:check` packs every public package and checks the tarballs against the promises of a release;
// `npm run release:pack -- DIRECTORY` keeps them there, with SHA256SUMS and the bill of materials.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { shippedPackages } from './licences.mjs';
import { fail, install, ROOT, run } from './repository.mjs';

/** In the order of publication: dependencies first. */
const FOLDERS = [
  ...['core', 'importers', 'share', 'shell', 'shims', 'emit', 'node', 'agents', 'mcp'].map(
    (name) => `packages/${name}`,
  ),
  ...['server', 'packages/cli'],
];
/** Licences that only ask to be named in the notices. Any other needs a decision. */
const LICENCES = ['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1'];
const UNWANTED = {
  'a path of this machine': new RegExp([ROOT, homedir()].map((path) => `${RegExp.escape?.(path) ?? path}/`).join('|')),
  'a source map': /[#@] sourceMappingURL=(?!data:)\S/,
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/,
  'a token': /\bnpm_[A-Za-z0-9]{36}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bsk-(?:ant|proj)-[\w-]{40}|\bAKIA[A-Z2-7]{16}\b/,
};

await install();
await install('tests');
/** A package that is installed in tests/node_modules. */
const fromTests = (name) => import(pathToFileURL(createRequire(join(ROOT, 'tests/package.json')).resolve(name)).href);

const kept = process.argv[2];
const place = kept === undefined ? mkdtempSync(join(tmpdir(), 'atip-release-')) : resolve(kept);
mkdirSync(place, { recursive: true });
if (readdirSync(place).length > 0) fail(`${place} is not empty.`);
try {
  await pack();
  if (kept === undefined) await check();
} finally {
  if (kept === undefined) rmSync(place, { recursive: true });
}

/** Builds from clean `dist` folders, because compilers leave the output of removed sources there. */
async function pack() {
  for (const folder of FOLDERS) rmSync(join(ROOT, folder, 'dist'), { recursive: true, force: true });
  await build();
  for (const script of ['licences', 'pack-page'])
    if ((await run(process.execPath, [`scripts/${script}.mjs`])) !== 0) fail(`scripts/${script}.mjs failed.`);
  try {
    const args = ['pack', '--json', '--ignore-scripts', `--pack-destination=${place}`];
    execFileSync('npm', [...args, ...FOLDERS.map((folder) => `./${folder}`)], { cwd: ROOT, maxBuffer: 1e8 });
  } finally {
    await run(process.execPath, ['scripts/pack-page.mjs', '--remove']);
  }
  const sbom = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], { cwd: ROOT, maxBuffer: 1e8 });
  writeFileSync(join(place, 'sbom.cdx.json'), sbom);
  const sums = readdirSync(place).map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(place, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(place, 'SHA256SUMS'), sums.join(''));
  process.stdout.write(sums.join(''));
}

async function check() {
  const { publint } = await fromTests('publint');
  const { formatMessage } = await fromTests('publint/utils');
  const { checkPackage, createPackageFromTarballData } = await fromTests('@arethetypeswrong/core');
  const { problemAffectsResolutionKind } = await fromTests('@arethetypeswrong/core/problems');
  const problems = [];
  for (const name of readdirSync(place).filter((file) => file.endsWith('.tgz'))) {
    const bytes = new Uint8Array(readFileSync(join(place, name)));
    const { messages, pkg } = await publint({ strict: true, level: 'suggestion', pack: { tarball: bytes.buffer } });
    for (const message of messages) problems.push(`${name}: ${formatMessage(message, pkg, { color: false })}`);
    const types = await checkPackage(createPackageFromTarballData(bytes));
    // The packages are ES modules only, so `require` and resolution without `exports` do not count.
    for (const problem of types.problems ?? [])
      if (['node16-esm', 'bundler'].some((kind) => problemAffectsResolutionKind(problem, kind, types)))
        problems.push(`${name}: types: ${JSON.stringify(problem)}`);
    if (types.types === false) problems.push(`${name} has no types.`);
    problems.push(...unwanted(name));
  }
  for (const [path, { license = 'none' }] of shippedPackages([...FOLDERS, 'web'])) {
    const names = license.replace(/^\((.*)\)$/, '$1').split(' OR ');
    if (!names.some((name) => name.split(' AND ').every((one) => LICENCES.includes(one))))
      problems.push(`${path} is licensed ${license}.`);
  }
  const knip = await run(process.execPath, ['tests/node_modules/knip/bin/knip.js', '--no-progress']);
  if (knip !== 0) problems.push('knip found something, see above.');
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${problems.length} problems.\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Finds packages without licence or guide, or with a test, a secret or a path of this machine. */
function unwanted(name) {
  const tarball = join(place, name);
  const tar = (...args) => execFileSync('tar', [...args, tarball], { encoding: 'utf8', maxBuffer: 1e9 });
  const files = tar('-tzf').split('\n');
  const wanted = ['package/LICENSE', 'package/README.md'];
  // A bundle has code and documents of others in it.
  if (files.includes('package/bundle/main.js')) wanted.push('package/bundle/THIRD_PARTY_LICENSES.txt');
  const missing = wanted.filter((file) => !files.includes(file));
  const tests = files.filter((file) => /\.test\.|\/testing\//.test(file));
  const text = execFileSync('tar', ['-xzOf', tarball], { encoding: 'latin1', maxBuffer: 1e9 });
  const found = Object.entries(UNWANTED).flatMap(([what, shape]) => (shape.test(text) ? [what] : []));
  return [
    ...missing.map((file) => `${name} has no ${file}.`),
    ...tests.map((file) => `${name} has the test ${file}.`),
    ...found.map((what) => `${name} contains ${what}.`),
  ];
}
