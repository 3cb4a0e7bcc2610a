import { type AtipTool, compile, type McpTool } from '@atip/core';
import { isTrustedEnough, SEARCH_TOOLS, trustRowOf, withPolicyDefaults } from '@atip/core/internal';
import { delegatedTools } from '@atip/node/internal';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { McpSettings } from './mcp-settings.ts';
import { OUTPUT_SCHEMA } from './structured-result.ts';

/** The tools of one client at one moment. */
export interface ToolOffer {
  /** The documents of the delegated tools. */
  readonly documents: readonly AtipTool[];
  /** The answer of `tools/list`. */
  readonly listed: readonly Tool[];
}

/** Compiles the delegated tools of a host for MCP. Of two tools with one name the later wins, as in the lookup of calls. */
export function offerTools({ host, line, confirm, examples = false }: McpSettings): ToolOffer {
  const { found, strategy } = host;
  const policy = host.rules.policy();
  const documents = delegatedTools(found, policy).map(({ tool }) => tool);
  const { tools: written, entries } = compile(documents, 'mcp', { examples, strategy });
  const { byTrust, levels } = withPolicyDefaults(policy);
  const isDoubting = confirm === 'client' && (byTrust === true || levels?.untrusted !== 'allow');
  const doubted = isDoubting ? doubtedOf(documents) : [];
  const tools = written.map((tool, at) => {
    const runs = byTrust !== true && tool.annotations?.readOnlyHint === true;
    return doubted.includes(entries[at]?.tool) && !runs ? { ...tool, ...ASKS } : tool;
  });
  const compiled = line ? [...tools.filter(({ name }) => name !== RUN_LINE.name), RUN_LINE] : tools;
  const runs = (name: string): boolean =>
    strategy !== 'search' || (name !== SEARCH_TOOLS.search && name !== SEARCH_TOOLS.describe);
  const listed = compiled.map((tool) => (runs(tool.name) ? { ...tool, outputSchema: OUTPUT_SCHEMA } : tool));
  return { documents, listed };
}

/** A client that asks its person in our place goes by the hints. */
const ASKS = { annotations: { readOnlyHint: false, destructiveHint: true } };

/** Tools about whose commands a person is asked for want of trust. */
function doubtedOf(documents: readonly AtipTool[]): readonly (string | undefined)[] {
  return documents.filter((tool) => !isTrustedEnough(trustRowOf(tool).as, 'org')).map(({ name }) => name);
}

export const RUN_LINE: McpTool = {
  name: 'run_line',
  title: 'Run a shell line',
  description:
    'Runs a line of bash and returns what it prints. It is judged by what its commands do: harmless ones run at once, others ' +
    'after a person agreed. It runs in a sandbox that gives what its commands may do, without standard input or a terminal.',
  inputSchema: {
    type: 'object',
    properties: { line: { type: 'string', description: 'The line, such as: git log --oneline | head -5' } },
    required: ['line'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** Tools of one page; a client asks for the next with the cursor. */
const PAGE = 100;

/** Cuts one page out of the tools. @returns undefined for an unknown cursor */
export function pageOfTools(
  { listed }: ToolOffer,
  cursor: string | undefined,
): { tools: Tool[]; nextCursor?: string | undefined } | undefined {
  const start = cursor === undefined ? 0 : Number(/^[1-9]\d{0,6}$/.exec(cursor)?.[0]);
  if (!(start % PAGE === 0 && start <= listed.length)) return undefined;
  const end = start + PAGE;
  return { tools: listed.slice(start, end), nextCursor: end < listed.length ? String(end) : undefined };
}

/** True if a client that knows one list learns nothing from the other. With `search` the tools are the same for any documents. */
export function isSameOffer(one: ToolOffer, other: ToolOffer): boolean {
  const known = ({ listed, documents }: ToolOffer): string =>
    JSON.stringify([listed, documents.map(({ name }) => name)]);
  return known(one) === known(other);
}
