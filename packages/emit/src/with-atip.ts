// Loaded at each start of a program that speaks ATIP: nothing may be imported here but types.
import type { AtipTool } from '@atip/core';
import type { AgentAnswer } from './answer/answer-agent.ts';
import type { ExpectSettings } from './answer/expect-document.ts';
import type { ProgramFacts } from './document/write-document.ts';
import type { EffectsOf } from './effects.ts';

/** A program's side of its document: all that its framework does not know. */
export interface AtipSettings<Program> extends ProgramFacts {
  /** By the words of each command, such as `remote add`; `''` is the program itself. */
  readonly effects: EffectsOf<Program>;
}

/**
 * Makes a program answer `--agent`, `--commands` and `--depth`, and gives it back.
 *
 * The program is one of commander, yargs, oclif (its `Config`), cac, citty or clipanion, with all of its commands defined. When the
 * words before any command ask, the document goes to standard output, nothing else does, and the process ends with 0, or with 2 and a
 * sentence on standard error for a depth or a command that there is not. Else nothing is loaded and nothing changes.
 *
 * @throws TypeError when it is asked, and the program is of no known framework
 * @see ATIP 0.3 §3.1, §3.1.1
 * @example
 * ```ts
 * import { withAtip } from '@atip/emit';
 * declare const program: { parse(): void };
 * withAtip(program, { effects: { list: { filesystem: { read: true, write: false, delete: false }, network: false } } }).parse();
 * ```
 */
export function withAtip<Program>(program: Program, settings: AtipSettings<Program>): Program {
  const words = process.argv.slice(2);
  if (!mayAsk(words)) return program;
  // The program would go on while something is loaded in the usual way, so this waits for it.
  const load: NodeJS.Require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  const { answerAsProcess }: typeof import('./answer/answer-as-process.ts') = load('./answer/answer-as-process.js');
  return answerAsProcess(program, settings, words);
}

/** A quick look: true for words that begin with options of which one is `--agent`. */
function mayAsk(words: readonly string[]): boolean {
  const at = words.indexOf('--agent');
  return at === 0 || (at > 0 && words[0]?.startsWith('--') === true);
}

/**
 * Reads a program, without effects; absent for what is no program of a known framework.
 *
 * @example
 * ```ts
 * import { readProgram } from '@atip/emit';
 * declare const program: unknown;
 * const tool = await readProgram(program);
 * ```
 */
export async function readProgram(program: unknown): Promise<AtipTool | undefined> {
  const { describeProgram } = await import('./frameworks/read-program.ts');
  return (await describeProgram(program, { effects: {} }))?.tool;
}

/**
 * The answer to a command line that begins with `--agent`, for programs with streams of their own; absent when nobody asks.
 *
 * @param words those behind the name of the program
 * @throws TypeError when the program is of no known framework
 * @example
 * ```ts
 * import { answerAgent } from '@atip/emit';
 * declare const program: unknown;
 * const answer = await answerAgent(program, { effects: {} }, ['--agent', '--depth=1']);
 * if (answer) console.log(answer.code, answer.stdout, answer.stderr);
 * ```
 */
export async function answerAgent<Program>(
  program: Program,
  settings: AtipSettings<Program>,
  words: readonly string[],
): Promise<AgentAnswer | undefined> {
  if (!mayAsk(words)) return undefined;
  const { answerWords } = await import('./answer/answer-agent.ts');
  return await answerWords(program, settings, words);
}

/**
 * Holds a program's document against what an author promises with it, in any test runner, and gives the document.
 *
 * Every command has effects, with every field that a policy would else ask a person about; no effects name a command that there is
 * not; the document is valid and nothing about it is doubtful; nothing of the program could not be read. With `previous` the
 * version has gone up as far as the changes ask for. With `command` the started program writes that document and nothing else.
 *
 * @param program or its answer to `--agent`, where it cannot be imported
 * @throws Error that lists all problems
 * @example
 * ```ts
 * import { expectAtip } from '@atip/emit';
 * declare const program: unknown;
 * await expectAtip(program, { effects: { list: { filesystem: { write: false }, network: false } }, previous: 'atip.json' });
 * ```
 */
export async function expectAtip<Program>(
  program: Program,
  settings: AtipSettings<Program> & ExpectSettings,
): Promise<AtipTool> {
  const { expectDocument } = await import('./answer/expect-document.ts');
  return await expectDocument(program, settings, settings);
}
