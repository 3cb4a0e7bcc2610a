import { basename } from 'node:path';
import { ExecutionError } from '@atip/core';
import type { Executable } from '../executables/find-executable.ts';
import { type HeldSettings, runQuestion } from '../discovery/run-question.ts';

/** Bytes of a help text that are read; ffmpeg's whole manual is 1.2 MB. */
const MAX_HELP = 2_097_152;

/** Characters in which a version is looked for. */
const MAX_VERSION = 65_536;

/** English, no pager, no colours, lines that are not cut short. */
const PLAIN: Readonly<Record<string, string>> = {
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'en',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  TERM: 'dumb',
  NO_COLOR: '1',
  COLUMNS: '160',
  MANWIDTH: '160',
};

export type HelpAnswer = { readonly text: string } | { readonly problem: string };

/**
 * Asks a program for the help of one of its commands: `--help`, and `-h` where that says nothing.
 *
 * Whatever the exit code is: half of all programs end with another than 0 here. The longer stream is the help. Never a bare
 * word such as `help` or `version`: to some programs that is something to do.
 */
export async function askHelp(
  executable: Executable,
  path: readonly string[],
  settings: HeldSettings,
  isUseful: (text: string) => boolean,
): Promise<HelpAnswer> {
  const long = await ask(executable, [...path, '--help'], settings);
  // A man page is long and formatted for reading; where a program also has a short help, that is the one to read.
  if ('text' in long && isUseful(long.text) && !isManPage(long.text)) return long;
  const short = await ask(executable, [...path, '-h'], settings);
  if ('text' in short && isUseful(short.text)) return short;
  if ('text' in long && isUseful(long.text)) return long;
  return 'problem' in long ? long : { problem: 'It says nothing of use for --help or -h.' };
}

/** More of the root's help, where it says how to get it: curl's `--help all`, git's `help -a`. */
export async function askForMore(
  executable: Executable,
  text: string,
  settings: HeldSettings,
): Promise<string | undefined> {
  // The one bare word that is asked, of the one program that is known to only look then.
  const isGit = basename(executable.foundAs) === 'git' && text.includes("'git help -a'");
  const args = /--help all\b/.test(text) ? ['--help', 'all'] : isGit ? ['help', '-a'] : undefined;
  if (args === undefined) return undefined;
  const more = await ask(executable, args, settings);
  return 'text' in more ? more.text : undefined;
}

/** What the program says that its version is. @returns undefined when it does not say so. */
export async function askVersion(executable: Executable, settings: HeldSettings): Promise<string | undefined> {
  const answer = await ask(executable, ['--version'], settings);
  return 'text' in answer
    ? /\bv?(\d+(?:\.\d+)+(?:[-+~][\w.]+)?)/.exec(answer.text.slice(0, MAX_VERSION))?.[1]
    : undefined;
}

function isManPage(text: string): boolean {
  return /^\s*[A-Z0-9_.-]+\(\d\w*\)/.test(text);
}

async function ask(executable: Executable, args: readonly string[], settings: HeldSettings): Promise<HelpAnswer> {
  try {
    const { outcome } = await runQuestion(executable, args, settings, MAX_HELP, PLAIN);
    const { stdout, stderr, timedOut } = outcome;
    if (timedOut) return { problem: `It did not answer ${args.join(' ')} in time.` };
    return { text: stdout.length >= stderr.length ? stdout : stderr };
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    return { problem: error.message };
  }
}
