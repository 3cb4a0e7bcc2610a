import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './read-imports.ts';

const SKIPPED = new Set(['node_modules', 'dist', '.git', 'test-results', 'playwright-report']);

function allTypeScript(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : allTypeScript(path);
    return /\.tsx?$/.test(entry.name) ? [relative(ROOT, path)] : [];
  });
}

test('every TypeScript file belongs to a project, so that none goes unchecked', { timeout: 120_000 }, () => {
  const root: { references: { path: string }[] } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  // The last two are checked where what they need is installed: `npm run types:all`, and by the editor.
  const projects = [...root.references.map(({ path }) => path), 'tests/tsconfig.installed.json', 'examples'];
  const covered = new Set(
    projects.flatMap((path) => {
      const place = join(ROOT, path);
      const config = path.endsWith('.json') ? place : join(place, 'tsconfig.json');
      const args = ['node_modules/typescript/bin/tsc', '-p', config, '--showConfig'];
      const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e7 });
      const { files }: { files: readonly string[] } = JSON.parse(stdout);
      return files.map((file) => relative(ROOT, join(dirname(config), file)));
    }),
  );
  expect(allTypeScript(ROOT).filter((path) => !covered.has(path))).toStrictEqual([]);
});
