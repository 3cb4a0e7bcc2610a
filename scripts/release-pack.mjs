// `npm run release:pack -- DIRECTORY`: tarballs, bill of materials and checksums of a release, as the workflow publishes them.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

const directory = process.argv[2];
if (directory === undefined) throw new Error('Name an empty directory: npm run release:pack -- DIRECTORY');
const place = resolve(directory);
if (existsSync(place) && readdirSync(place).length > 0) throw new Error(`${place} is not empty.`);
await ensureInstalled();
await ensureBuilt();
const load = async (file) => (await runnerImport(join(ROOT, file), { configFile: false, logLevel: 'error' })).module;
const { writeRelease } = await load('tests/release/write-release.ts');
const { repositoryOf } = await load('tests/release/published-manifest.ts');
for (const { name, size, sha256 } of await writeRelease(place, repositoryOf(process.env)))
  process.stdout.write(`${sha256}  ${name} (${size} bytes)\n`);
