import { basename, isAbsolute } from 'node:path';
import { documentText, TOO_LARGE } from '../documents/document-text.ts';
import { readToolDocument, type SkipCode, skip, type ToolReading } from '../documents/tool-document.ts';
import { documentOf, type Place, trustedAt } from '../documents/trust-at.ts';
import { isRootOnly } from '../files/root-only.ts';
import { createExecutableIdentifier, type ExecutableIdentity } from '../executables/executable-identity.ts';
import { type Executable, resolveExecutable } from '../executables/find-executable.ts';
import { askProgram, type ProbeSettings } from './ask-program.ts';
import { identifyProgram } from './identify-program.ts';
import type { HeldSettings } from './run-question.ts';
import { settleSandbox } from './settle-sandbox.ts';
import { markCutGroups } from './mark-cut-groups.ts';

/** A program that answers these once answers no other question better. */
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
 * It is asked for an overview first, `--depth=1`; a tool that knows no partial discovery answers with everything, or is
 * asked again without. A group whose commands the overview leaves out cannot be called until `loadCommands` has asked
 * for them. An answer counts only under the executable's own name, and as long as the file is the same before and after.
 * It runs in a sandbox, and where none works it is not asked, unless `sandbox` is `off`.
 * @param path absolute; naming it is the permission to run it.
 * @see ATIP 0.3 §3.1, §3.1.1, §5.2
 */
export async function probeTool(path: string, settings: ProbeSettings): Promise<ToolReading> {
  const executable = isAbsolute(path) ? await resolveExecutable(path) : null;
  if (executable === null) return skip(path, 'not-executable', 'It is not the absolute path of an executable file.');
  const { held, problem } = await settleSandbox(settings);
  if (held === undefined) return skip(path, 'no-sandbox', problem);
  const identify = createExecutableIdentifier();
  const before = await identifyProgram(executable, identify);
  if (before.skipped) return before;
  const reading = await askForDocument(executable, before.identity, held);
  if (reading.found === undefined) return reading;
  const after = await identifyProgram(executable, identify);
  if (after.identity?.stamp === before.identity.stamp) return reading;
  return skip(path, 'changed', 'It was replaced while it was asked. Ask it again.');
}

async function askForDocument(
  executable: Executable,
  identity: ExecutableIdentity,
  settings: HeldSettings,
): Promise<ToolReading> {
  const overview = await readAnswer(executable, identity, ['--agent', '--depth=1'], settings);
  if (overview.found !== undefined || FINAL.includes(overview.skipped.code)) return overview;
  return readAnswer(executable, identity, ['--agent'], settings);
}

/** How far a program is believed about itself. @param foundAs where the PATH has it; the file may be elsewhere */
export async function placeOfProgram(foundAs: string): Promise<Place> {
  return (await isRootOnly(foundAs)) ? 'root-program' : 'user-program';
}

/** Asks for a document with some flags and reads the answer. */
export async function readAnswer(
  executable: Executable,
  { path, hash, stamp }: ExecutableIdentity,
  args: readonly string[],
  settings: HeldSettings,
): Promise<ToolReading> {
  const { foundAs } = executable;
  const answer = await askProgram(executable, args, settings);
  if ('skipped' in answer) return answer;
  const place = await placeOfProgram(foundAs);
  const reading = readToolDocument(answer.text, basename(foundAs), { origin: 'probed', source: foundAs, place });
  if (reading.found === undefined) return reading;
  const tool = trustedAt(markCutGroups(reading.found.tool), place);
  const kept = documentText(documentOf({ ...reading.found, tool }));
  if (kept.isTooLarge) return skip(foundAs, 'too-large', TOO_LARGE);
  const answered = { path, foundAs, hash, stamp };
  return { found: { ...reading.found, tool, hash: kept.hash, executable: answered } };
}
