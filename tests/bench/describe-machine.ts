import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** What a measurement depends on: for example `"Node 20.20.2, linux 6.1 x64, 2 × AMD EPYC, 24 GiB"`. */
export function describeMachine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const kernel = release().split('.').slice(0, 2).join('.');
  return `Node ${process.versions.node}, ${process.platform} ${kernel} ${process.arch}, ${processors.length} × ${processors[0]?.model ?? 'unknown'}, ${memory} GiB`;
}

/** Libraries that something is measured against or by, each with the folder that it is installed for. */
const COMPARED: readonly (readonly [name: string, folder: string])[] = [
  ['ajv', '.'],
  ['@secretlint/core', 'tests/bench'],
  ['@secretlint/secretlint-rule-preset-recommend', 'tests/bench'],
  ['lz-string', 'tests/bench'],
  ['hono', 'server'],
  ['@hono/node-server', 'server'],
  ['execa', 'packages/node'],
  ['miniflare', '.'],
  ['lighthouse', '.'],
  ['tinybench', '.'],
  ['rolldown', '.'],
];

/** Their versions as installed, for example `["ajv 8.20.0"]`, and those of zlib and brotli, which are in Node. */
export function comparedVersions(): string[] {
  const libraries = COMPARED.map(([name, folder]) => `${name} ${versionOf(name, folder)}`);
  return [...libraries, `zlib ${process.versions.zlib}`, `brotli ${process.versions.brotli}`];
}

function versionOf(name: string, folder: string): string {
  const places = createRequire(resolve(folder, 'package.json')).resolve.paths(name) ?? [];
  for (const place of places) {
    const version = readVersion(`${place}/${name}/package.json`);
    if (version !== undefined) return version;
  }
  throw new Error(`${name} is not installed for ${folder}.`);
}

function readVersion(file: string): string | undefined {
  try {
    const { version }: { readonly version?: string } = JSON.parse(readFileSync(file, 'utf8'));
    return version;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
