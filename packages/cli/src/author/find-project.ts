import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { asRecord } from '@atip/core/internal';
import { unlessMissing } from '@atip/node/internal';
import { orFail } from '../cli-host.ts';
import { readManifest, readText } from './project.ts';

/** Frameworks of JavaScript that `withAtip` knows, each by its package. */
const JAVASCRIPT = {
  commander: 'commander',
  yargs: 'yargs',
  cac: 'cac',
  citty: 'citty',
  clipanion: 'clipanion',
  oclif: '@oclif/core',
};

export const FRAMEWORKS = [...Object.keys(JAVASCRIPT), 'argparse', 'click', 'typer', 'cobra', 'clap', 'other'] as const;

/** A program of a project that can be described. */
export interface ProjectProgram {
  readonly name: string;
  /** Relative to the project. Absent: unknown. */
  readonly file?: string;
}

/** Facts that a project's own files state. */
export interface Project {
  readonly language: 'javascript' | 'python' | 'go' | 'rust';
  readonly programs: readonly ProjectProgram[];
  /** Absent: no file states it. */
  readonly framework?: string;
  readonly version?: string;
  readonly runner: 'node:test' | 'vitest' | 'jest' | 'pytest' | 'none';
  readonly isModule: boolean;
  readonly ci: 'github' | 'gitlab' | 'none';
  readonly isWorkspace: boolean;
}

/** Reads the program of a directory from its project files. @returns undefined where there is no project */
export async function findProject(cwd: string): Promise<Project | undefined> {
  const ci = await findCi(cwd);
  if ((await readText(resolve(cwd, 'package.json'))) !== undefined) return { ...(await javascript(cwd)), ci };
  const python = await readText(resolve(cwd, 'pyproject.toml'));
  if (python !== undefined) return { ...(await pythonProject(cwd, python)), ci };
  const go = await readText(resolve(cwd, 'go.mod'));
  const base = { runner: 'none', isModule: false, isWorkspace: false, ci } as const;
  if (go !== undefined) {
    const name = basename(/^module\s+(\S+)/m.exec(go)?.[1] ?? basename(cwd));
    return { ...base, language: 'go', programs: [{ name }], ...(go.includes('spf13/cobra') && { framework: 'cobra' }) };
  }
  const cargo = await readText(resolve(cwd, 'Cargo.toml'));
  if (cargo === undefined) return undefined;
  const name = /^name\s*=\s*"([^"]+)"/m.exec(cargo)?.[1] ?? basename(cwd);
  return { ...base, language: 'rust', programs: [{ name }], ...(/^clap\b/m.test(cargo) && { framework: 'clap' }) };
}

async function javascript(cwd: string): Promise<Omit<Project, 'ci'>> {
  const manifest = await readManifest(cwd);
  const { bin, name, version, type, workspaces } = manifest;
  const own = typeof name === 'string' ? basename(name) : basename(cwd);
  const entries: [string, unknown][] = typeof bin === 'string' ? [[own, bin]] : Object.entries(asRecord(bin));
  const programs = entries.flatMap(([key, file]): ProjectProgram[] =>
    typeof file === 'string' ? [{ name: key, file: file.replace(/^\.\//, '') }] : [],
  );
  const packages = { ...asRecord(manifest['devDependencies']), ...asRecord(manifest['dependencies']) };
  const framework = Object.entries(JAVASCRIPT).find(([, one]) => Object.hasOwn(packages, one))?.[0];
  const script = String(asRecord(manifest['scripts'])['test'] ?? '');
  const named = (['vitest', 'jest'] as const).find((one) => script.includes(one) || Object.hasOwn(packages, one));
  return {
    ...{ language: 'javascript', programs, runner: named ?? 'node:test', isModule: type === 'module' },
    ...(framework !== undefined && { framework }),
    ...(typeof version === 'string' && { version }),
    isWorkspace: workspaces !== undefined,
  };
}

async function pythonProject(cwd: string, toml: string): Promise<Omit<Project, 'ci'>> {
  const [, section = ''] = /^\[project\.scripts\]\n([^[]*)/m.exec(toml) ?? [];
  const programs: ProjectProgram[] = [];
  for (const [, name = '', module = ''] of section.matchAll(/^"?([\w.-]+)"?\s*=\s*"([\w.]+)(?::\w+)?"/gm)) {
    const places = ['', 'src/'].map((place) => `${place}${module.replaceAll('.', '/')}.py`);
    const file = await firstThere(cwd, places);
    programs.push({ name, ...(file !== undefined && { file }) });
  }
  const text = programs[0]?.file === undefined ? '' : ((await readText(resolve(cwd, programs[0].file))) ?? '');
  const framework = ['typer', 'click', 'argparse'].find((one) =>
    new RegExp(`^(?:import|from) ${one}\\b`, 'm').test(text),
  );
  const version = /^version\s*=\s*"([^"]+)"/m.exec(toml)?.[1];
  return {
    ...{ language: 'python', programs, runner: 'pytest', isModule: false, isWorkspace: false },
    ...(framework !== undefined && { framework }),
    ...(version !== undefined && { version }),
  };
}

async function firstThere(cwd: string, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if ((await unlessMissing(stat(join(cwd, file)))) !== undefined) return file;
  return undefined;
}

async function findCi(cwd: string): Promise<Project['ci']> {
  const names = await orFail('The directory cannot be read', readdir(cwd));
  if (names.includes('.gitlab-ci.yml')) return 'gitlab';
  if (names.includes('.github')) return 'github';
  const config = (await unlessMissing(stat(join(cwd, '.git/config')))) && (await readText(join(cwd, '.git/config')));
  if (config?.includes('gitlab') === true) return 'gitlab';
  return config?.includes('github.com') === true ? 'github' : 'none';
}
