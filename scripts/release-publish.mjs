// `node scripts/release-publish.mjs DIRECTORY`, in the release workflow: gives npm the tarballs of a release, each once, with provenance.
// Needs nothing but Node and npm, since the job that may publish installs nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Nothing before what it depends on, so that whoever installs meanwhile finds all of it. */
const ORDER = ['@atip/core', '@atip/share', '@atip/shims', '@atip/node', '@atip/mcp', '@atip/companion', 'atip'];

const REGISTRY = process.env.npm_config_registry || 'https://registry.npmjs.org/';
const place = resolve(process.argv[2] ?? 'release');
const version = process.argv[3];
if (version === undefined) throw new Error('Say the version: node scripts/release-publish.mjs DIRECTORY VERSION');
checkSums();
for (const name of ORDER) await publish(name);

/** What is published is what was tested, or nothing is. */
function checkSums() {
  const lines = readFileSync(join(place, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  for (const name of ORDER) {
    const file = fileOf(name);
    const actual = createHash('sha256')
      .update(readFileSync(join(place, file)))
      .digest('hex');
    if (sums.get(file) !== actual) throw new Error(`${file} is not what SHA256SUMS says. Nothing was published.`);
  }
}

/** A version that is there already stays as it is: the attempt before this one got so far. Another content under it is an error. */
async function publish(name) {
  const tarball = join(place, fileOf(name));
  const ours = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const there = await integrityOf(name);
  if (there === ours) process.stdout.write(`${name}@${version} is there already.\n`);
  else if (there !== undefined) throw new Error(`${name}@${version} is there already, with another content.`);
  else {
    const { status } = spawnSync('npm', ['publish', tarball, '--provenance', '--access', 'public'], {
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`npm publish ${name}@${version} failed; run this again when the reason is gone.`);
  }
}

/** @returns undefined when the registry does not have that version */
async function integrityOf(name) {
  const response = await fetch(new URL(name.replace('/', '%2f'), REGISTRY));
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The registry cannot be asked about ${name}: it answers ${response.status}.`);
  const { versions } = await response.json();
  return versions?.[version]?.dist?.integrity;
}

function fileOf(name) {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
