import { ExecutionError } from '@atip/core';
import type { Executable } from '../executables/find-executable.ts';
import { type HeldSettings, runQuestion } from '../discovery/run-question.ts';

/** Bytes of an answer that are read: a refusal is one line, perhaps followed by help. */
const MAX_ANSWER = 65_536;

/** The phrases by which programs refuse an unknown word. */
const NOT_KNOWN =
  /unknown|unrecogni[sz]ed|not recogni[sz]ed|invalid|illegal|no such|not a |unexpected|unsupported|not found|doesn't exist|does not exist|bad /i;

/**
 * Asks a program whether it refuses a word: an option, or the last word of a command. It is called with the word and
 * `--help`, in a sandbox without write access or network.
 *
 * @param path the command that takes it
 * @returns true when it fails and calls this word unknown. False: it knows the word, or does not mention it.
 */
export async function refusesWord(
  executable: Executable,
  path: readonly string[],
  word: string,
  settings: HeldSettings & { readonly sandbox: Exclude<HeldSettings['sandbox'], 'off'> },
): Promise<boolean> {
  try {
    const args = [...path, word, '--help'];
    const { outcome } = await runQuestion(executable, args, settings, { maxOutput: MAX_ANSWER });
    const { exitCode, timedOut, stderr, stdout } = outcome;
    if (timedOut || exitCode === 0 || exitCode === null) return false;
    return `${stderr}\n${stdout}`.split('\n').some((line) => NOT_KNOWN.test(line) && names(line, word));
  } catch (error) {
    if (error instanceof ExecutionError) return false;
    throw error;
  }
}

/** True if a line contains the word, with its dashes or, like getopt, without: `invalid option -- 'z'`. */
function names(line: string, word: string): boolean {
  const bare = word.replace(/^-+/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])-{0,2}${bare}(?![\\w-])`).test(line);
}
