import { basename, dirname, isAbsolute, join } from 'node:path';
import { quoteElement } from '../files/describe-effects.ts';
import type { Executable } from '../executables/find-executable.ts';
import { isInside, resolveExisting } from '../files/real-path.ts';
import { readStart } from '../files/read-bounded-file.ts';
import { isHiddenIn, pathsIn } from '../sandbox/sandbox.ts';
import type { ProgramAnswer, Settled } from './run-question.ts';

/** Characters of a program's line that are repeated. */
const MAX_LINE = 200;
/** Characters of its output that are searched for paths. */
const MAX_TEXT = 65_536;

interface Failure {
  readonly reason: string;
  /** The sandbox hid, or seems to have hidden, a file that it tried to read. */
  readonly isHidden: boolean;
}

/**
 * Explains why a program did not answer a question: its exit code with the most informative line of its error output,
 * and an existing file in it that the sandbox hides. Shape: `Asked with --help, it exited with code 1: "Error: Cannot
 * find module 'chalk'". It needs "/home/a/node_modules/chalk", which the sandbox hides.`
 */
export function explainFailure(question: string, { outcome, seen }: ProgramAnswer): Failure {
  const { stderr, stdout, exitCode, timedOut } = outcome;
  if (timedOut) return { reason: `It did not answer ${question} in time.`, isHidden: false };
  const said = tellingLine(stderr) ?? (exitCode === 0 ? undefined : tellingLine(stdout));
  const how = exitCode === null ? 'was ended by a signal' : `exited with code ${exitCode}`;
  const line = said === undefined ? '.' : `: ${quoteElement(said)}.`;
  const missed = missedIn(`${stderr}\n${stdout}`, seen);
  return { reason: [`Asked with ${question}, it ${how}${line}`, ...missed].join(' '), isHidden: missed.length > 0 };
}

/** The line that names an error, or the first one; in a traceback the last one. */
function tellingLine(text: string): string | undefined {
  const lines = text.split('\n', 1_000).map((line) => line.trim());
  const named = lines.find((line) => /^(?:\w*Error\b|error\b)|cannot|not found|no such|no module/i.test(line));
  const isSaid = (line: string): boolean => line !== '';
  const isTraceback = lines.find(isSaid)?.startsWith('Traceback') === true;
  return (isTraceback ? lines.findLast(isSaid) : (named ?? lines.find(isSaid)))?.slice(0, MAX_LINE);
}

/** Names the files that a failed program looked for and the sandbox hid, judged by its output. */
function missedIn(text: string, seen: ProgramAnswer['seen']): string[] {
  if (seen === undefined) return [];
  const hidden = [...modulesIn(text), ...pathsIn(text.slice(0, MAX_TEXT))].find((path) => isHiddenIn(seen, path));
  if (hidden !== undefined) return [`It needs ${quoteElement(hidden)}, which the sandbox hides.`];
  if (!/cannot find|not found|no such file|no module|command not found|ENOENT/i.test(text)) return [];
  const home = seen.emptied.filter((directory) => !/^\/(?:tmp|run)$/.test(directory)).slice(0, 1);
  const own = seen.rebound.filter((path) => home.some((directory) => isInside(path, directory)));
  if (home.length === 0) return [];
  return [
    `The sandbox hides ${home.map(quoteElement).join(' ')} except ${own.map(quoteElement).join(', ') || 'nothing'}.`,
  ];
}

/** Missing Node packages that exist outside the sandbox, above one of the files that wanted them. */
function modulesIn(text: string): string[] {
  const [, name] = /Cannot find (?:module|package) '([^'\n]{1,200})'/.exec(text) ?? [];
  if (name === undefined || name.startsWith('.') || name.startsWith('/')) return [];
  const [first] = pathsIn(text.slice(text.indexOf(name)));
  const candidates: string[] = [];
  for (let at = dirname(first ?? '/'); at !== dirname(at); at = dirname(at)) {
    candidates.push(join(at, 'node_modules', name));
  }
  return candidates;
}

/**
 * Explains why a script could not be started: its interpreter is missing, or cannot start in the sandbox. Undefined: it
 * has no first line with an absolute interpreter, or no sandbox is in the way of that.
 */
export function explainStart({ path }: Executable, { sandbox }: Pick<Settled, 'sandbox'>): string | undefined {
  const [, line] = /^#![ \t]*([^\s]+)/.exec(readStart(path)) ?? [];
  if (line === undefined || !isAbsolute(line)) return undefined;
  const what = `Its first line names ${quoteElement(line)}`;
  if (resolveExisting(line) === null)
    return `${what}, which is not there. Install ${basename(line)}, or the program anew.`;
  return sandbox === 'off' ? undefined : `${what}, which cannot be started in the sandbox.`;
}
