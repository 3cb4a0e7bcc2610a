import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';

/** The libraries; `atip` and the companion are programs. */
export const LIBRARIES = ['core', 'importers', 'share', 'shell', 'catalog', 'node', 'agents', 'emit', 'mcp'] as const;

/**
 * An empty project in which the tarballs of `npm pack` are unpacked, as `npm install` does. It lies where the packages of others
 * are found that these need.
 *
 * @returns its directory, which the caller removes
 */
export function unpackTarballs(): string {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(join(cache, 'consumer-'));
  const tarballs = mkdtempSync(join(cache, 'tarballs-'));
  const workspaces = LIBRARIES.map((name) => `--workspace=packages/${name}`);
  const args = ['pack', '--json', '--loglevel=error', `--pack-destination=${tarballs}`, ...workspaces];
  const env = { ...process.env, npm_config_ignore_scripts: 'true' };
  const packed: unknown = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', env }));
  for (const { filename, name } of Object.values(packed as readonly { filename: string; name: string }[])) {
    const folder = join(directory, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', join(tarballs, filename), '-C', folder, '--strip-components=1']);
  }
  rmSync(tarballs, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  return directory;
}

/** The entries that a package's tarball offers, such as `@atip/core/execute`; JSON files and what only our packages use left out. */
export function entriesOf(directory: string, name: string): string[] {
  const manifest = JSON.parse(readFileSync(join(directory, 'node_modules/@atip', name, 'package.json'), 'utf8'));
  return Object.keys(manifest.exports)
    .filter((entry) => !/\.json$|\/internal$|\*/.test(entry))
    .map((entry) => `@atip/${name}${entry.slice(1)}`);
}
