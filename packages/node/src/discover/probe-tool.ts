import { quoteElement } from '../files/describe-effects.ts';
import { tmpdir } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import { type AtipTool, type CanonicalTool, checkCanonicalTool, type Issue } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { markCutGroups } from '@atip/core/internal';
import { fromCanonical } from '@atip/importers';
import {
  documentText,
  TOO_LARGE,
  readToolDocument,
  SAFE_NAME,
  type SkipCode,
  skip,
  type ToolReading,
  MAX_TOOL_DOCUMENT,
  type SkippedTool,
  type FoundTool,
} from '../documents/tool-document.ts';
import { documentOf, placeOfProgram, trustedAt } from '../documents/trust-at.ts';
import {
  createExecutableIdentifier,
  type ExecutableIdentity,
  type IdentifyExecutable,
} from '../executables/executable-identity.ts';
import { type Executable, resolveExecutable } from '../executables/find-executable.ts';
import { decodeUtf8 } from '../files/read-bounded-file.ts';
import { describeSystemError, systemErrorCode, unlessRefusedLater } from '../files/system-error.ts';
import { explainFailure, explainStart } from './explain-failure.ts';
import { type ProgramAnswer, type Asking, type Settled, settleSandbox, runQuestion } from './run-question.ts';

/** After one of these answers other questions are useless. */
const FINAL: readonly SkipCode[] = [
  'timed-out',
  'too-large',
  'hidden-characters',
  'name-mismatch',
  'unsafe-name',
  'not-executable',
  'not-asked',
];

/**
 * Asks one executable for its document by running it with `--agent`, and nothing else.
 *
 * It is asked for an overview first, `--depth=1`; a tool without partial discovery answers with everything, or is asked
 * again without the option. A group whose commands the overview omits cannot be called until `loadCommands` asks for
 * them. An answer counts only under the executable's own name, and if the file is the same before and after. It runs in
 * a sandbox; without a working one it is not asked, unless `sandbox` is `off`. @param path absolute; passing it permits
 * running it.
 * @see ATIP 0.3 §3.1, §3.1.1, §5.2
 * @example
 * import { probeTool } from '@atip/node';
 *
 * const { found, skipped } = await probeTool('/usr/local/bin/notes', { env: process.env });
 */
export function probeTool(path: string, asking: Asking): Promise<ToolReading> {
  return askAt(path, asking, askForDocument);
}

async function askAt<Reading extends { readonly found?: unknown }>(
  path: string,
  asking: Asking,
  ask: (executable: Executable, identity: ExecutableIdentity, settled: Settled) => Promise<Reading>,
): Promise<Reading | { readonly skipped: SkippedTool; readonly found?: undefined }> {
  const executable = isAbsolute(path) ? await resolveExecutable(path) : null;
  if (executable === null) return skip(path, 'not-executable', 'It is not the absolute path of an executable file.');
  return askUnchanged(executable, asking, (identity, settled) => ask(executable, identity, settled));
}

/** Asks a program in a sandbox; its answer counts only if its file stays the same. */
export async function askUnchanged<Reading extends { readonly found?: unknown }>(
  executable: Executable,
  asking: Asking,
  ask: (identity: ExecutableIdentity, settled: Settled) => Promise<Reading>,
): Promise<Reading | { readonly skipped: SkippedTool; readonly found?: undefined }> {
  const { foundAs } = executable;
  const { settled, problem } = await settleSandbox(asking);
  if (settled === undefined) return skip(foundAs, 'no-sandbox', problem);
  const identify = createExecutableIdentifier();
  const before = await identifyProgram(executable, identify);
  if (before.skipped) return before;
  const reading = await ask(before.identity, settled);
  if (reading.found === undefined) return reading;
  const after = await identifyProgram(executable, identify);
  if (after.identity?.stamp === before.identity.stamp) return reading;
  return skip(foundAs, 'changed', 'It was replaced while it was asked. Ask it again.');
}

async function askForDocument(
  executable: Executable,
  identity: ExecutableIdentity,
  settled: Settled,
): Promise<ToolReading> {
  const overview = await readAnswer(executable, identity, ['--agent', '--depth=1'], settled);
  if (overview.found !== undefined || FINAL.includes(overview.skipped.code)) return overview;
  return readAnswer(executable, identity, ['--agent'], settled);
}

export async function readAnswer(
  executable: Executable,
  { path, hash, stamp }: ExecutableIdentity,
  args: readonly string[],
  settled: Settled,
): Promise<ToolReading> {
  const { foundAs } = executable;
  const answer = await askProgram(executable, args, settled);
  if ('skipped' in answer) return answer;
  const place = await placeOfProgram(foundAs);
  const reading = readToolDocument(answer.text, basename(foundAs), { origin: 'probed', source: foundAs, place });
  if (reading.found === undefined) return reading;
  const tool = trustedAt(markCutGroups(asAsked(reading.found.tool, args)), place);
  const kept = documentText(documentOf({ ...reading.found, tool }));
  if (kept.isTooLarge) return skip(foundAs, 'too-large', TOO_LARGE);
  const answered = { path, foundAs, hash, stamp };
  return { found: { ...reading.found, tool, hash: kept.hash, executable: answered } };
}

/** An excerpt that does not state its cut was cut as requested. */
function asAsked(tool: AtipTool, args: readonly string[]): AtipTool {
  const isSilent = tool.partial === true && tool.filter === undefined && tool.omitted === undefined;
  return isSilent && args.includes('--depth=1') ? { ...tool, filter: { depth: 1 } } : tool;
}

type Answer = { readonly text: string } | { readonly skipped: SkippedTool };

/** Runs a program once for its answer, which counts only with exit code 0, in time, as UTF-8, within 4 MiB. */
async function askProgram(executable: Executable, args: readonly string[], settled: Settled): Promise<Answer> {
  const source = executable.foundAs;
  const question = args.join(' ');
  try {
    const answered = await runQuestion(executable, args, settled, { maxOutput: MAX_TOOL_DOCUMENT });
    const refused = refusal(source, question, answered);
    if (refused) return refused;
    const text = decodeUtf8(answered.bytes);
    return text === undefined ? skip(source, 'not-utf8', `Its answer to ${question} is not valid UTF-8.`) : { text };
  } catch (error) {
    if (error instanceof ExecutionError) {
      return skip(source, 'not-executable', explainStart(executable, settled) ?? error.message);
    }
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    const reason = `No directory to run it in can be made in ${quoteElement(tmpdir())}: ${describeSystemError(code)} (${code}).`;
    return skip(source, 'not-asked', reason);
  }
}

function refusal(source: string, question: string, answered: ProgramAnswer): Answer | undefined {
  const { timedOut, truncated, exitCode } = answered.outcome;
  if (!timedOut && truncated)
    return skip(source, 'too-large', `It answered ${question} with more than ${MAX_TOOL_DOCUMENT} bytes.`);
  if (!timedOut && exitCode === 0) return undefined;
  return skip(source, timedOut ? 'timed-out' : 'failed', explainFailure(question, answered).reason);
}

type Identified =
  | { readonly identity: ExecutableIdentity; readonly skipped?: undefined }
  | { readonly skipped: SkippedTool; readonly identity?: undefined };

/** Identifies a program that may be missing, or executable but not readable. */
async function identifyProgram({ path, foundAs }: Executable, identify: IdentifyExecutable): Promise<Identified> {
  const identity = await unlessRefusedLater(identify(path), (code) =>
    code === 'ENOENT' || code === 'ENOTDIR'
      ? skip(foundAs, 'changed', 'It is no longer there. Discover again.')
      : skip(foundAs, 'unreadable', `It cannot be read: ${describeSystemError(code)}.`),
  );
  return 'skipped' in identity ? identity : { identity };
}

/**
 * Asks one executable for a canonical tool by running it with `--schema`. Limits: as `probeTool`. The tool's name may
 * differ from the program's.
 * @param path absolute
 * @see provider-schema-translation, "Validation Steps" 1
 */
export function probeCanonical(path: string, asking: Asking): Promise<CanonicalReading> {
  return askAt(path, asking, async (executable, { hash, stamp }, settled): Promise<CanonicalReading> => {
    const answer = await askProgram(executable, ['--schema'], settled);
    return 'skipped' in answer ? answer : readCanonical(answer.text, { ...executable, hash, stamp });
  });
}

/** A program that describes itself as one tool, by `--schema`. */
export interface FoundCanonicalTool {
  readonly tool: CanonicalTool;
  /** The program's path. */
  readonly source: string;
  /** SHA-256 of its stored document. */
  readonly hash: `sha256:${string}`;
  readonly executable: NonNullable<FoundTool['executable']>;
  readonly issues: readonly Issue[];
}

export type CanonicalReading =
  | { readonly found: FoundCanonicalTool; readonly skipped?: undefined }
  | { readonly skipped: SkippedTool; readonly found?: undefined };

export function readCanonical(text: string, executable: FoundCanonicalTool['executable']): CanonicalReading {
  const source = executable.foundAs;
  const issues = checkCanonicalTool(text);
  const error = issues.find(({ severity }) => severity === 'error');
  if (error) return skip(source, 'invalid-metadata', `${error.path}: ${error.message}`);
  // Without an error the text is a valid canonical tool.
  const tool = JSON.parse(text) as CanonicalTool;
  const kept = documentText(tool);
  if (kept.isTooLarge) return skip(source, 'too-large', TOO_LARGE);
  return { found: { tool, source, hash: kept.hash, executable, issues } };
}

/** Wraps a canonical tool as an ordinary tool: its arguments are a JSON object on its standard input. */
export function asFoundTool({ tool: canonical, source, hash, executable, issues }: FoundCanonicalTool): ToolReading {
  const { tool, issues: lost } = fromCanonical(canonical);
  if (!SAFE_NAME.test(tool.name)) return skip(source, 'unsafe-name', `Its name cannot be that of an executable.`);
  const own = [...issues, ...lost.filter(({ code }) => code.startsWith('import-'))];
  // The program's own answer states no effects, so root's is trusted no more than others.
  const { trust: _guessed, ...said } = tool;
  return { found: { tool: trustedAt(said, 'user-program'), origin: 'probed', source, hash, issues: own, executable } };
}
