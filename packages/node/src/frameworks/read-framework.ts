import { WritableStream } from 'node:stream/web';
import { type AtipTool, ExecutionError, type Issue } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';
import { fromProgram } from '@atip/importers';
import { explainFailure, explainStart } from '../discovery/explain-failure.ts';
import { type HeldSettings, runQuestion } from '../discovery/run-question.ts';
import type { Executable } from '../executables/find-executable.ts';
import { parseJson } from '../files/cache-file.ts';
import { HOOKED, readHook } from './hook-text.ts';

/** A description from the program's own object. */
export interface FrameworkDescription {
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
  /** For example `commander`. */
  readonly framework: string;
  /** Absent: the framework is part of a bundle. */
  readonly version?: string;
  readonly problem?: undefined;
}

export type FrameworkReading =
  | FrameworkDescription
  /** The problem, as a sentence. */
  | { readonly problem: string; readonly tool?: undefined };

/** Bytes of an answer: as large as a document may be. */
const MAX_ANSWER = 4_194_304;
/** Bytes that a program may print before it is killed; the output is ignored. */
const MAX_PRINTED = 10_485_760;

/** The answer has its own channel, so output at import does not matter. */
const PLAIN: Readonly<Record<string, string>> = { NO_COLOR: '1', CI: '1', NO_UPDATE_NOTIFIER: '1' };

/**
 * Starts a Node program with a hook that catches its framework's object when the program passes its arguments to it,
 * describes the object, and ends the process before the program acts.
 *
 * It is called with `--help`, so that a program without a known framework only prints its help. `runQuestion` sandboxes
 * it. The answer has its own file descriptor, so the program's output does not disturb it. Claims about effects, trust
 * or secrets are dropped, because the program could have written them.
 * @param name of the tool: the program may use another name
 */
export async function readFramework(
  program: Executable,
  name: string,
  settings: HeldSettings,
): Promise<FrameworkReading> {
  const answer = collect(MAX_ANSWER);
  const inherited = [await readHook(), answer.stream];
  try {
    const answered = await runQuestion(program, ['--help'], settings, {
      maxOutput: MAX_PRINTED,
      extra: { ...PLAIN, ...HOOKED },
      inherited,
    });
    const text = answer.text();
    if (text === undefined) return { problem: 'Its framework describes more than a document holds.' };
    if (text === '') return { problem: silence(answered) };
    return readAnswer(text, name);
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    return { problem: explainStart(program) ?? error.message };
  }
}

const NOT_FOUND = 'It handed its arguments to none of commander and yargs, as far as it was run with --help.';

function silence(answered: Parameters<typeof explainFailure>[1]): string {
  const { exitCode, timedOut } = answered.outcome;
  return exitCode === 0 && !timedOut ? NOT_FOUND : `${NOT_FOUND} ${explainFailure('--help', answered).reason}`;
}

function readAnswer(text: string, name: string): FrameworkReading {
  const value = parseJson(text);
  const { problem, framework, version, tool: document, issues } = asRecord(value);
  if (typeof problem === 'string') return { problem: `Its framework could not be read: ${problem.slice(0, 500)}` };
  if (typeof framework !== 'string') return { problem: 'The answer from inside the program is damaged.' };
  const read = fromProgram(document, { name });
  return {
    tool: read.tool,
    issues: [...issuesIn(issues), ...read.issues],
    framework: framework.slice(0, 40),
    ...(typeof version === 'string' && { version: version.slice(0, 40) }),
  };
}

/** Most issues shown. */
const MAX_ISSUES = 100;

function issuesIn(issues: unknown): Issue[] {
  if (!Array.isArray(issues)) return [];
  return issues.slice(0, MAX_ISSUES).flatMap((issue): Issue[] => {
    if (!isRecord(issue)) return [];
    const { message, path } = issue;
    if (typeof message !== 'string' || typeof path !== 'string') return [];
    // These are not our errors: the description has what the framework knows.
    return [{ code: 'program-unread', severity: 'warning', message: message.slice(0, 500), path: path.slice(0, 500) }];
  });
}

/** Takes bytes up to a limit. */
function collect(limit: number): { readonly stream: WritableStream<Uint8Array>; text(): string | undefined } {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new WritableStream<Uint8Array>({
    write: (chunk) => {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(Uint8Array.from(chunk));
    },
  });
  return { stream, text: () => (size > limit ? undefined : Buffer.concat(chunks).toString('utf8')) };
}
