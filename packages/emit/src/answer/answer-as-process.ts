import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { DescribedProgram } from '../frameworks/read-program.ts';
import { type AgentAnswer, answerAsked, describeOrFail, isPartial, type OwnFacts } from './answer-agent.ts';
import { type Asked, readAsked } from './asked.ts';

/**
 * Answers as this process, and ends it; returns the program if the words do not ask for a document. Only the document
 * goes to standard output: all other output goes to standard error from here on.
 */
export function answerAsProcess<Program>(program: Program, facts: OwnFacts, words: readonly string[]): Program {
  const asked = readAsked(words);
  if (asked === undefined) return program;
  divertOutput();
  const known = { ...facts, script: basename(process.argv[1] ?? '').replace(/\.[cm]?[jt]s$/, '') };
  process.on('exit', sayUnanswered);
  end(answer(describeOrFail(program, known), asked));
}

function answer(described: DescribedProgram, asked: Asked): AgentAnswer {
  if (!isPartial(asked)) return answerAsked(described, asked, undefined);
  const core: typeof import('@atip/core') = createRequire(import.meta.url)('@atip/core');
  return answerAsked(described, asked, core.selectCommands);
}

function end({ code, stdout, stderr }: AgentAnswer): never {
  process.off('exit', sayUnanswered);
  writeAll(2, stderr);
  writeAll(1, stdout);
  process.exit(code);
}

/** For a definition that ends the process, or whose promise never resolves. */
function sayUnanswered(): void {
  writeAll(2, 'The program ended while its commands were read, so there is no document of it.\n');
  process.exitCode = 1;
}

/** Sends other output to standard error. Some runtimes have a console that bypasses the stream. */
function divertOutput(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const { error } = console;
  for (const name of ['log', 'info', 'debug', 'dir', 'table'] as const) console[name] = error.bind(console);
}

/** Writes everything before the process ends: a pipe may accept less than a document at once. */
function writeAll(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // The reader closed the pipe.
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      // The pipe is full: wait for its reader.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
