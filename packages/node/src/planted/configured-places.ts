import { readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';
import { type GitSetting, readGitConfiguration, runsProgram } from './git-configuration.ts';
import type { Survey } from './survey.ts';

/**
 * Names what lies in a directory and is run or obeyed because a Git configuration says so: `core.hooksPath`, an included
 * file, the script of a filter. It need not exist.
 *
 * Read are the configurations of the repositories inside, of the one around, of the person and of the system.
 * @returns who runs it, by absolute path
 */
export function configuredPlaces(root: string, found: Survey, home: string): ReadonlyMap<string, string> {
  const around = repositoryAround(root);
  const repositories = [...found.repositories, ...(around === undefined ? [] : [around])];
  const workTrees = [
    ...found.places.filter(({ path }) => basename(path) === '.git').map(({ path }) => dirname(path)),
    ...(around === undefined ? [] : [dirname(around)]),
  ];
  const common = ['/etc/gitconfig', join(home, '.gitconfig'), join(home, '.config/git/config')];
  const places = new Map<string, string>();
  const take = (settings: readonly GitSetting[], directories: readonly string[]): void => {
    for (const setting of settings.filter(runsProgram)) {
      for (const path of pathsIn(setting, directories)) {
        if (path.startsWith(`${root}/`)) places.set(path, `git obeys it, as ${setting.key} says`);
      }
    }
  };
  for (const file of common) take(readGitConfiguration(file), workTrees);
  for (const repository of repositories) {
    const settings = ['config', 'config.worktree'].flatMap((name) => readGitConfiguration(join(repository, name)));
    const elsewhere = settings.find(({ key }) => key === 'core.worktree')?.value ?? '.';
    take(settings, [basename(repository) === '.git' ? dirname(repository) : resolve(repository, elsewhere)]);
  }
  return places;
}

/** The paths that a setting may name: the words of a command that contain a slash, or the whole value. */
function pathsIn({ key, value, file }: GitSetting, workTrees: readonly string[]): string[] {
  const isInclude = /^include(?:if)?\./.test(key);
  const words = isInclude || key === 'core.hookspath' ? [value] : value.replace(/^\s*!/, '').split(/[\s'";&|()]+/);
  const directories = isInclude ? [dirname(file)] : workTrees;
  return words
    .filter((word) => word !== '' && !word.startsWith('~') && (words.length === 1 || word.includes('/')))
    .flatMap((word) => (isAbsolute(word) ? [join(word)] : directories.map((directory) => join(directory, word))))
    .map((path) => (path.endsWith('/') ? path.slice(0, -1) : path));
}

/** The Git directory of the work tree that a directory lies in, or itself is. */
function repositoryAround(directory: string): string | undefined {
  for (let at = directory; ; at = dirname(at)) {
    const git = join(at, '.git');
    const led = leadOf(git);
    if (led !== undefined) return led === '' ? git : join(at, led);
    if (dirname(at) === at) return undefined;
  }
}

/** Where a `.git` file leads; empty for a directory, absent where there is none. */
function leadOf(git: string): string | undefined {
  try {
    return /^gitdir:\s*(.*\S)/.exec(readFileSync(git, 'utf8'))?.[1];
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    return code === 'EISDIR' ? '' : undefined;
  }
}
