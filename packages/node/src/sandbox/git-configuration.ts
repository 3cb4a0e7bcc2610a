import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { unlessRefused } from '../files/system-error.ts';
import type { Survey } from './find-guarded-files.ts';

/**
 * Lists files that Git runs or obeys in a directory because of a configuration: `core.hooksPath`, an included file, a
 * filter's script. Reads the configurations of the repositories inside, of the one around, of the person and of the
 * system.
 * @returns the program that runs each, by absolute path; the file may be missing
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

/** The paths in a setting: the words of a command that contain a slash, or the whole value. */
function pathsIn({ key, value, file }: GitSetting, workTrees: readonly string[]): string[] {
  const isInclude = /^include(?:if)?\./.test(key);
  const words = isInclude || key === 'core.hookspath' ? [value] : value.replace(/^\s*!/, '').split(/[\s'";&|()]+/);
  const directories = isInclude ? [dirname(file)] : workTrees;
  return words
    .filter((word) => word !== '' && !word.startsWith('~') && (words.length === 1 || word.includes('/')))
    .flatMap((word) => (isAbsolute(word) ? [join(word)] : directories.map((directory) => join(directory, word))))
    .map((path) => (path.endsWith('/') ? path.slice(0, -1) : path));
}

/** The Git directory of the work tree that contains a directory. */
function repositoryAround(directory: string): string | undefined {
  for (let at = directory; ; at = dirname(at)) {
    const git = join(at, '.git');
    const led = leadOf(git);
    if (led !== undefined) return led === '' ? git : join(at, led);
    if (dirname(at) === at) return undefined;
  }
}

/** The target of a `.git` file; empty for a directory, undefined without one. */
function leadOf(git: string): string | undefined {
  return unlessRefused(
    () => /^gitdir:\s*(.*\S)/.exec(readFileSync(git, 'utf8'))?.[1],
    (code) => (code === 'EISDIR' ? '' : undefined),
  );
}

/** A line of a Git configuration, as `core.fsmonitor` and `./x`; section and key in lower case. */
interface GitSetting {
  readonly key: string;
  readonly value: string;
  readonly file: string;
}

/** Configurations have some kilobytes; larger files were not written by a person. */
const MAX_BYTES = 1_048_576;
const MAX_INCLUDES = 5;

/** Keys whose value is a program or another configuration; `*` is one part with any content. */
const RUNS = new RegExp(
  `^(?:${[
    'core\\.(?:sshcommand|hookspath|pager|editor|askpass|gitproxy|alternaterefscommand)|sequence\\.editor|init\\.templatedir',
    'gpg\\.(?:.*\\.)?program|gpg\\.ssh\\.defaultkeycommand|filter\\..*\\.(?:clean|smudge|process)|diff\\.external',
    'diff\\..*\\.(?:command|textconv)|merge\\..*\\.driver|(?:difftool|mergetool|browser|man|guitool)\\..*\\.(?:cmd|path)',
    'interactive\\.difffilter|credential\\.(?:.*\\.)?helper|include\\.path|includeif\\..*\\.path|hook\\..*\\.command',
    'remote\\..*\\.(?:uploadpack|receivepack|vcs)|trailer\\..*\\.(?:command|cmd)|uploadpack\\.packobjectshook',
    'sendemail\\.(?:.*\\.)?(?:tocmd|cccmd|headercmd|sendmailcmd|smtpserver)|tar\\..*\\.command|imap\\.tunnel',
    'lfs\\.customtransfer\\..*\\.path|lfs\\.extension\\..*\\.(?:clean|smudge)|gc\\.recentobjectshook|instaweb\\.httpd',
    'protocol\\.(?:ext\\.)?allow|extensions\\.worktreeconfig',
  ].join('|')})$`,
);
/** Keys that run something only for some values. */
const RUNS_FOR: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^core\.fsmonitor$|^pager\./, /^(?!(?:true|false|yes|no|on|off|0|1|)$)/i],
  [/^alias\.|^submodule\..*\.update$/, /^\s*!/],
  [/^remote\..*\.(?:url|pushurl)$|^submodule\..*\.url$/, /::|^-/],
  [/^url\..*::.*\.(?:pushinsteadof|insteadof)$/, /^/],
];

/** True when Git runs, or obeys, the file in a setting. */
export function runsProgram({ key, value }: GitSetting): boolean {
  return RUNS.test(key) || RUNS_FOR.some(([keys, values]) => keys.test(key) && values.test(value));
}

/** Reads a configuration with its includes, conditional or not; empty for a file that is missing or over 1 MiB. */
export function readGitConfiguration(file: string, depth = 0): GitSetting[] {
  const settings = parse(textOf(file), file);
  if (depth >= MAX_INCLUDES) return settings;
  const included = settings
    .filter(({ key }) => key === 'include.path' || (key.startsWith('includeif.') && key.endsWith('.path')))
    .filter(({ value }) => !value.startsWith('~'))
    .map(({ value }) => (isAbsolute(value) ? value : join(dirname(file), value)));
  return [...settings, ...included.flatMap((path) => readGitConfiguration(path, depth + 1))];
}

function textOf(file: string): string {
  return unlessRefused(
    () => {
      const stats = statSync(file);
      // A pipe would block us.
      return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
    },
    () => '',
  );
}

function parse(text: string, file: string): GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  for (const raw of text.replaceAll(/\\\r?\n/g, '').split('\n')) {
    let line = raw.trim();
    const head = /^\[\s*([^\s"\]]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (head) {
      section = `${head[1]?.toLowerCase() ?? ''}${head[2] === undefined ? '' : `.${head[2]}`}`;
      line = line.slice(head[0].length).trim();
    }
    const pair = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line);
    if (pair === null) continue;
    const value = (pair[2] ?? 'true').replace(/\s+[#;][^"]*$/, '').replaceAll(/(?<!\\)"/g, '');
    settings.push({ key: `${section}.${pair[1]?.toLowerCase() ?? ''}`, value, file });
  }
  return settings;
}
