import { escapeUnseen, safetyFlags } from '@atip/core/internal';
import type { PartCheck } from '@atip/shell';
import { describeEffects, quoteElement } from '../files/describe-effects.ts';
import type { Plan } from './run-call.ts';

/**
 * Describes a plan for approval, in lines: its command, then every element of the argv, not redacted or cut; invisible
 * characters are escaped. Shape: `["git clean is about to run.  [⚠️ DESTRUCTIVE]", "  program   \"/usr/bin/git\"", "
 * argv[0]   \"git\"", …]`
 */
export function describePlan(plan: Plan): string[] {
  const { command, program, started, cwd, effects, reasons, line, input } = plan;
  const flags = safetyFlags(effects).map((flag) => `  [${flag}]`);
  return [
    `${escapeUnseen(command.command.join(' '))} is about to run.${flags.join('')}`,
    `  program   ${quoteElement(program.path)}`,
    ...started.map((element, at) => `  argv[${at}]${at < 10 ? ' ' : ''}  ${quoteElement(element)}`),
    ...(input === undefined ? [] : [`  stdin     ${shownInput(inputText(input))}`]),
    `  in        ${quoteElement(cwd)}`,
    ...(line?.parts ?? []).map((part) => `  part      ${part.decision.padEnd(7)}  ${quoteElement(commandOf(part))}`),
    `  may       ${describeEffects([effects])}`,
    ...reasons.map((reason) => `  because   ${escapeUnseen(reason)}`),
  ];
}

/** Standard input as text, for a person. */
export function inputText(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : new TextDecoder().decode(input);
}

/** UTF-16 units of standard input that are shown; longer text is marked as cut. */
const MAX_INPUT = 4_000;

function shownInput(text: string): string {
  const rest = text.length - MAX_INPUT;
  return quoteElement(text.slice(0, MAX_INPUT)) + (rest > 0 ? ` and ${rest} more characters, which are not shown` : '');
}

/** A part's words as written, with its wrapping commands. */
function commandOf({ through, words }: PartCheck): string {
  return [...through, ...words.map(({ text }) => text)].join(' ');
}
