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
  const prompt = generateSafetyPrompt([...tools]);
  const whole = `${head}\n\n${prompt}`.trim();
  return bytesOf(whole) <= MAX_INSTRUCTIONS
    ? whole
    : `${head}\n\n${shorten(prompt, MAX_INSTRUCTIONS - bytesOf(head) - 2)}`;
}

/** Writes names in place of lines, and for the lists that do not fit how many there are. */
function shorten(prompt: string, room: number): string {
  const [title = '', ...sections] = prompt.split('\n\n');
  const lists = sections.map((section) => {
    const [heading = '', guidance = '', ...lines] = section.split('\n');
    return {
      head: `${heading}\n${guidance}\n`,
      names: lines.map(nameOf).join(', '),
      count: `${lines.length} tools, which say so`,
    };
  });
  const fits = new Set<string>();
  let left =
    room - bytesOf(title) - lists.reduce((sum, { head, count }) => sum + bytesOf(head) + bytesOf(count) + 2, 0);
  for (const { head, names, count } of lists.toSorted((a, b) => bytesOf(a.names) - bytesOf(b.names))) {
    left -= bytesOf(names) - bytesOf(count);
    if (left < 0) break;
    fits.add(head);
  }
  return [title, ...lists.map(({ head, names, count }) => `${head}${fits.has(head) ? names : count}`)].join('\n\n');
}

/** Of `- git_branch, when "delete" is given: List branches` the name with its condition. */
function nameOf(line: string): string {
  const [, name = '', condition = ''] = /^- ([\w-]+)(?:, when ("[^"]*")?)?/.exec(line) ?? [];
  return condition === '' ? name : `${name} (${condition})`;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
