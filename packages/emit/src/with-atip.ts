// Loaded at each start of a program that speaks ATIP: import only types here.
import type { AgentAnswer } from './answer/answer-agent.ts';
import type { EffectsByWords, ProgramFacts } from './document/write-document.ts';

/** The part of the document that the framework does not know. */
export interface AtipSettings extends ProgramFacts {
  /** By the words of each command, such as `remote add`; `''` is the program itself. */
  readonly effects: EffectsByWords;
}

/**
 * Makes a program answer `--agent`, `--commands` and `--depth`, and returns it.
 *
 * The program must be built with commander or yargs, with all of its commands defined. When these options come before
 * any command, only the document goes to standard output and the process ends with exit code 0, or with 2 and a
 * sentence on standard error for an invalid depth or command. Otherwise nothing is loaded and nothing changes. @throws
 * TypeError when it is asked for the document of an unknown framework
 * @see ATIP 0.3 §3.1, §3.1.1
 * @example
 * ```ts
 * import { withAtip } from '@atip/emit';
 * declare const program: { parse(): void };
 * withAtip(program, { effects: { list: { filesystem: { read: true, write: false, delete: false }, network: false } } }).parse();
 * ```
 */
export function withAtip<Program>(program: Program, settings: AtipSettings): Program {
  const words = process.argv.slice(2);
  if (!mayAsk(words)) return program;
  // A normal import is asynchronous, and the program would continue meanwhile; this load is synchronous.
  const load: NodeJS.Require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  const { answerAsProcess }: typeof import('./answer/answer-as-process.ts') = load('./answer/answer-as-process.js');
  return answerAsProcess(program, settings, words);
}

/** A quick check: true for leading options that include `--agent`. */
function mayAsk(words: readonly string[]): boolean {
  const at = words.indexOf('--agent');
  return at === 0 || (at > 0 && words[0]?.startsWith('--') === true);
}

/**
 * The answer to a command line that begins with `--agent`, for programs with streams of their own; undefined for other
 * command lines. @param words after the program's name @throws TypeError when the framework is unknown
 * @example
 * ```ts
 * import { answerAgent } from '@atip/emit';
 * declare const program: unknown;
 * const answer = await answerAgent(program, { effects: {} }, ['--agent', '--depth=1']);
 * if (answer) console.log(answer.code, answer.stdout, answer.stderr);
 * ```
 */
export async function answerAgent(
  program: unknown,
  settings: AtipSettings,
  words: readonly string[],
): Promise<AgentAnswer | undefined> {
  if (!mayAsk(words)) return undefined;
  const { answerWords } = await import('./answer/answer-agent.ts');
  return await answerWords(program, settings, words);
}
