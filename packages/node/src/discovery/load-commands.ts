import { documentText, TOO_LARGE } from '../documents/document-text.ts';
import { type FoundTool, readToolDocument, skip, type ToolReading } from '../documents/tool-document.ts';
import { documentOf } from '../documents/trust-at.ts';
import { createExecutableIdentifier } from '../executables/executable-identity.ts';
import type { ProbeSettings } from './ask-program.ts';
import { identifyProgram } from './identify-program.ts';
import { mergeExcerpt } from './merge-excerpt.ts';
import { settleSandbox } from './settle-sandbox.ts';
import { placeOfProgram, readAnswer } from './probe-tool.ts';

/** No comma, which separates names in the flag, and nothing that a program could take for another flag. */
const ASKABLE = /^[A-Za-z0-9_][^,\s\0]{0,127}$/;

/**
 * Asks a tool, of which only an overview is known, for some of its commands, `--commands=a,b`.
 *
 * @param names top-level commands
 * @returns the tool with these commands; as it was, when it is known whole
 * @see ATIP 0.3 §3.1.1
 */
export async function loadCommands(
  found: FoundTool,
  names: readonly string[],
  settings: ProbeSettings,
): Promise<ToolReading> {
  const { tool, executable, source } = found;
  if (tool.partial !== true || executable === undefined || names.length === 0) return { found };
  const unknown = names.find((name) => !Object.hasOwn(tool.commands ?? {}, name) || !ASKABLE.test(name));
  if (unknown !== undefined) {
    return skip(source, 'failed', `${JSON.stringify(unknown.slice(0, 80))} is no command of its overview.`);
  }
  const { held, problem } = await settleSandbox(settings);
  if (held === undefined) return skip(source, 'no-sandbox', problem);
  const identify = createExecutableIdentifier();
  const now = await identifyProgram(executable, identify);
  if (now.skipped) return now;
  if (now.identity.hash !== executable.hash) {
    return skip(source, 'changed', 'It was replaced since it was discovered. Discover it again.');
  }
  const reading = await readAnswer(executable, now.identity, ['--agent', `--commands=${names.join(',')}`], held);
  if (reading.found === undefined) return reading;
  if ((await identifyProgram(executable, identify)).identity?.stamp !== now.identity.stamp) {
    return skip(source, 'changed', 'It was replaced while it was asked. Ask it again.');
  }
  const merged = mergeExcerpt(documentOf(found), documentOf(reading.found), names);
  if (merged === undefined) {
    return skip(source, 'failed', 'Asked for some of its commands, it answered with something else.');
  }
  // Parts that are in order each can be too much, or have one name for two commands, when they are together.
  const kept = documentText(merged);
  if (kept.isTooLarge) return skip(source, 'too-large', TOO_LARGE);
  const place = await placeOfProgram(executable.foundAs);
  const whole = readToolDocument(kept.text, merged.name, { origin: found.origin, source, place });
  return whole.found ? { found: { ...found, ...whole.found } } : whole;
}
