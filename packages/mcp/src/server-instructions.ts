import { type AtipPattern, generateSafetyPrompt } from '@atip/core';
import { generatePatternPrompt, namePatterns, patternsWithin } from '@atip/core/internal';
import type { McpConfirmation, McpSettings } from './mcp-settings.ts';
import type { ToolOffer } from './tool-offer.ts';

/** Bytes. Claude Code keeps 2 KiB of a server's instructions; other clients keep more. */
const MAX_INSTRUCTIONS = 2048;

const CONFIRMED: Readonly<Record<McpConfirmation, string>> = {
  ask: 'A call that may do harm waits for the yes of a person.',
  client: 'A call that may do harm runs once you made it: make it only with the yes of a person.',
  deny: 'A call that may do harm is refused.',
};

const EACH = 'Each tool runs one command of a program on this machine, ';
const SEARCHED =
  'search_commands finds commands of programs on this machine, describe_command says how one is called, run_command runs it, ';
const BOTH =
  'Each tool runs one command of a program on this machine, and there are more: search_commands finds them, describe_command says ' +
  'how one is called, run_command runs it, ';

/**
 * Tells a model how to use these tools and which of them need care: the safety prompt of their documents, shortened to
 * the size that clients keep. Descriptions are dropped first, then the longest lists of names, but never a heading with its advice,
 * because it explains the flags in the descriptions of the tools. Workflows follow if there is room.
 * @see ATIP 0.3 §8.2, §8.3; MCP 2025-11-25, basic/lifecycle
 */
export function serverInstructions(
  { documents: tools, searches }: Pick<ToolOffer, 'documents' | 'searches'>,
  { confirm = 'ask', host: { strategy }, patterns = [] }: McpSettings,
): string {
  const head =
    `${strategy === 'search' ? SEARCHED : searches ? BOTH : EACH}` +
    'without a shell, in a sandbox; secrets are redacted from what it ' +
    `prints. ${CONFIRMED[confirm]} A refusal names the rule and what would change it: tell the person, do not work around it.`;
  const write = (maxLength: number): string => {
    return `${head}\n\n${generateSafetyPrompt([...tools], { maxLength })}`.trim();
  };
  const room = MAX_INSTRUCTIONS - head.length - 2;
  const text = write(room);
  // Letters of descriptions may take several bytes, those of names do not; without descriptions the text is shorter in any case.
  const fitting =
    Buffer.byteLength(text) <= MAX_INSTRUCTIONS ? text : write(Math.min(room, text.length - head.length - 3));
  const named = namePatterns(
    patterns.map((pattern) => ({ pattern })),
    tools,
  );
  const workflows = workflowText(patternsWithin(named, tools), MAX_INSTRUCTIONS - Buffer.byteLength(fitting) - 2);
  return workflows === '' ? fitting : `${fitting}\n\n${workflows}`;
}

/** The workflows that fit into the rest: dangers come first. */
function workflowText(patterns: ReadonlyMap<string, AtipPattern>, room: number): string {
  const text = generatePatternPrompt(patterns, { maxLength: Math.max(0, room) });
  if (Buffer.byteLength(text) <= room) return text;
  // A letter may take several bytes.
  return generatePatternPrompt(patterns, { maxLength: Math.max(0, Math.floor(room / 3)) });
}
