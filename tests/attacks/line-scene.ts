import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLineJudge } from '@atip/node';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

const { layPackages } = (await import(new URL('../lines/packages.mjs', import.meta.url).href)) as {
  readonly layPackages: (cwd: string) => void;
};

/** The columns of a table of lines. */
export function readLineTable(name: string): readonly string[][] {
  const text = readFileSync(new URL(`lines/${name}.tsv`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
}

/**
 * A home with a project, and the judge of lines there.
 *
 * @param names of files below the home; a directory ends in a slash
 * @param links in the project, with what each leads to
 */
export async function createLineScene(
  names: readonly string[],
  links: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
) {
  const { at } = await createDirectoryOutsideTmp();
  const [home, cwd] = [at('home/u'), at('home/u/proj')];
  for (const path of ['proj/', ...names].map((name) => `${home}/${name}`)) {
    mkdirSync(path.endsWith('/') ? path : dirname(path), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(path, 'x\n');
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target.replace('~', home), `${cwd}/${name}`);
  const judge = createLineJudge({
    env: { HOME: home, PATH: '/usr/bin:/bin', ...variables },
    cwd,
    session: { agent: 'claude-code', folder: cwd },
    configuration: { settings: { policy: { preset: 'standard' }, writable: [] } },
  });
  /** The lines that are answered with a decision. */
  const linesThat = async (decision: string, lines: readonly string[]): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const line of lines) if ((await judge(line)).decision === decision) found.push(line);
    return found;
  };
  return { home, cwd, judge, linesThat, unasked: (lines: readonly string[]) => linesThat('allow', lines) };
}

/** A project with what its package managers installed, and another one beside it. */
export async function createInstalledScene(change: (cwd: string) => void = () => undefined) {
  const names = ['src/a.ts', 'mod.py', 'pkg/cli.py', 'tests/x', '.git/'].map((name) => `proj/${name}`);
  const scene = await createLineScene([...names, 'other/.git/', 'other/evil.ts']);
  writeFileSync(join(scene.cwd, 'package.json'), JSON.stringify({ scripts: { build: 'tsc', test: 'vitest' } }));
  layPackages(scene.cwd);
  layPackages(join(scene.home, 'other'));
  change(scene.cwd);
  return scene;
}
