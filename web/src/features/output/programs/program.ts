/** A document's commands as something to paste: a program with the whole loop, a request, or lines for a shell. */
import { EXAMPLES, FACTS } from '@atip/core/internal';
import { type Asked, compileWords } from './asked.ts';
import { curlText, plainJson } from './curl.ts';
import { pythonText } from './python.ts';
import { typescriptText } from './typescript.ts';

/** MCP has no request that carries tools: it has `settings`, those of a client; the others have `curl`. */
export type ProgramKind = 'typescript' | 'python' | 'curl' | 'settings' | 'commands';

export interface Program {
  /** Ends with a line feed. */
  readonly text: string;
  /** Why the provider will refuse it, as a sentence. Absent: nothing is known. */
  readonly warning?: string;
}

/** Writes a program. No text of a document can become code in it. */
export function programFor(kind: ProgramKind, given: Omit<Asked, 'model'>): Program {
  const { provider, tools } = given;
  const model = EXAMPLES[provider].endpoint?.model ?? '';
  const text = TEXTS[kind]({ ...given, name: plainName(given.name), model });
  const { most } = FACTS[provider].limits.tools;
  const isRefused = most !== undefined && tools.length > most && kind !== 'commands';
  const warning = `${FACTS[provider].label} refuses it as it is: ${tools.length} tools, and ${most} is the most.`;
  return { text, ...(isRefused && { warning }) };
}

/** A name that means the same in a path, a shell, a comment and a program. */
export function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '') || 'tool';
}

const TEXTS: Readonly<Record<ProgramKind, (asked: Asked) => string>> = {
  typescript: typescriptText,
  python: pythonText,
  curl: curlText,
  settings: ({ name }) =>
    `${plainJson({ mcpServers: { [name]: { command: 'atip', args: ['mcp', '--tools', name] } } })}\n`,
  commands: commandLines,
};

/** No comments: zsh takes none that is pasted. */
function commandLines(asked: Asked): string {
  const { name, provider } = asked;
  return [
    'mkdir -p ~/.local/share/agent-tools/tools',
    `cp ${name}.json ~/.local/share/agent-tools/tools/`,
    `atip ${compileWords(asked).map(quote).join(' ')}`,
    `atip check answer.json --provider ${provider}`,
    `atip show ${name}`,
    `atip run ${name}_COMMAND NAME=VALUE`,
    '',
  ].join('\n');
}

/** In single quotes only the closing quote has a meaning. */
function quote(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
