import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';

/** A line of a Git configuration, as `core.fsmonitor` and `./x`; section and key in lower case. */
export interface GitSetting {
  readonly key: string;
  readonly value: string;
  /** The file that says it. */
  readonly file: string;
}

/** Configurations are some kilobytes; what is larger is not one that a person wrote. */
const MAX_BYTES = 1_048_576;
const MAX_INCLUDES = 5;

/** Keys whose value is a program or leads to other configuration; `*` is one part, whatever it contains. */
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
/** Keys that run something for some values only. */
const RUNS_FOR: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^core\.fsmonitor$|^pager\./, /^(?!(?:true|false|yes|no|on|off|0|1|)$)/i],
  [/^alias\.|^submodule\..*\.update$/, /^\s*!/],
  [/^remote\..*\.(?:url|pushurl)$|^submodule\..*\.url$/, /::|^-/],
  [/^url\..*::.*\.(?:pushinsteadof|insteadof)$/, /^/],
];

/** Whether Git runs, or obeys, what a setting names. */
export function runsProgram({ key, value }: GitSetting): boolean {
  return RUNS.test(key) || RUNS_FOR.some(([keys, values]) => keys.test(key) && values.test(value));
}

/**
 * Reads a configuration and what it includes.
 *
 * Limits: a file that is missing, or of more than 1 MiB, has no settings. Conditions of `includeIf` are taken as met.
 */
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
  try {
    const stats = statSync(file);
    // A pipe would make us wait.
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return '';
  }
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
