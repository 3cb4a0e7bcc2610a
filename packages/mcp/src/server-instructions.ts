import { type AtipTool, generateSafetyPrompt } from '@atip/core';
import type { McpConfirmation } from './mcp-settings.ts';

/** Bytes. Claude Code keeps 2 KiB of a server's instructions; other clients keep more. */
const MAX_INSTRUCTIONS = 2048;

const CONFIRMED: Readonly<Record<McpConfirmation, string>> = {
  ask: 'A call that may do harm waits for the yes of a person.',
  client: 'A call that may do harm runs once you made it: make it only with the yes of a person.',
  deny: 'A call that may do harm is refused.',
};

/**
 * Tells a model how these tools are to be used, and which of them need care: the safety prompt of their documents, shortened to
 * what clients keep. First the descriptions go, then the longest lists of names; never a heading with its advice, which explains
 * the flags that stand in the descriptions of the tools.
 * @see ATIP 0.3 §8.2; MCP 2025-11-25, basic/lifecycle
 */
export function serverInstructions(tools: readonly AtipTool[], confirm: McpConfirmation): string {
  const head =
    'Each tool runs one command of a program on this machine, without a shell, in a sandbox; secrets are redacted from what it ' +
    `prints. ${CONFIRMED[confirm]} A refusal names the rule and what would change it: tell the person, do not work around it.`;
  const write = (maxLength: number): string => {
    return `${head}\n\n${generateSafetyPrompt([...tools], { maxLength })}`.trim();
  };
  const room = MAX_INSTRUCTIONS - head.length - 2;
  const text = write(room);
  // Descriptions may have letters of several bytes, names have not; without descriptions it is shorter in any case.
  return Buffer.byteLength(text) <= MAX_INSTRUCTIONS ? text : write(Math.min(room, text.length - head.length - 3));
}
