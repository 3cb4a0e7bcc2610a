import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { DescribedProgram } from '../frameworks/read-program.ts';
import { type AgentAnswer, answerAsked, describeOrFail, isPartial, type OwnFacts } from './answer-agent.ts';
import { type Asked, readAsked } from './asked.ts';

/**
 * Answers as this process, and ends it; gives the program back when the words do not ask after all.
 *
 * Standard output is for the document alone: all else that is printed from here on goes to standard error.
 */
export function answerAsProcess<Program>(program: Program, facts: OwnFacts, words: readonly string[]): Program {
  const asked = readAsked(words);
  if (asked === undefined) return program;
  divertOutput();
  const known = { ...facts, script: basename(process.argv[1] ?? '').replace(/\.[cm]?[jt]s$/, '') };
  process.on('exit', sayUnanswered);
  const described = describeOrFail(program, known);
  if (!(described instanceof Promise)) return end(answer(described, asked));
  described.then(
    (done) => end(answer(done, asked)),
    (error: unknown) => end(broken(error)),
  );
  return inert(program);
}

function answer(described: DescribedProgram, asked: Asked): AgentAnswer {
  if (!isPartial(asked)) return answerAsked(described, asked, undefined);
  const core: typeof import('@atip/core') = createRequire(import.meta.url)('@atip/core');
  return answerAsked(described, asked, core.selectCommands);
}

function broken(error: unknown): AgentAnswer {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 1, stdout: '', stderr: `The program could not be described: ${text}\n` };
}

function end({ code, stdout, stderr }: AgentAnswer): never {
  process.off('exit', sayUnanswered);
  writeAll(2, stderr);
  writeAll(1, stdout);
  process.exit(code);
}

/** For a definition that ends the process, or a promise in it that nobody keeps. */
function sayUnanswered(): void {
  writeAll(2, 'The program ended while its commands were read, so there is no document of it.\n');
  process.exitCode = 1;
}

/** Sends what others print to standard error. Some runtimes have a console that does not go through the stream. */
function divertOutput(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const { error } = console;
  for (const name of ['log', 'info', 'debug', 'dir', 'table'] as const) console[name] = error.bind(console);
}

/** Writes all of it before the process ends: a pipe may take less than a document at once. */
function writeAll(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // The reader has seen enough.
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      // The pipe is full: its reader needs a moment.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

/** The program without anything that would run, for whoever runs it while its commands are still read. */
function inert<Program>(program: Program): Program {
  const nothing = { args: {}, subCommands: {}, plugins: [], default: undefined, setup: undefined, cleanup: undefined };
  return Object.assign({}, program, nothing, { run: () => new Promise<never>(() => undefined) });
}
