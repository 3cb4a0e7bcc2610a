import { type AtipTool, type Compilation, compile, type McpTool } from '@atip/core';
import { fitTools, isTrustedEnough, SEARCH_TOOLS, trustRowOf, withPolicyDefaults } from '@atip/core/internal';
import type { Host } from '@atip/node';
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
  /** True: three of the tools find, describe and run any command. */
  readonly searches: boolean;
}

/** Clients read one page of tools, and models choose badly among more. */
const PAGE = 100;

/**
 * Compiles the delegated tools of a host for MCP. Of two tools with one name the later wins, as in the lookup of calls.
 * Without a strategy, and with more than a page of tools, it offers those of daily use and the three that search the
 * rest.
 */
export function offerTools({ host, line, confirm, examples = false }: McpSettings): ToolOffer {
  const { found, strategy } = host;
  const policy = host.rules.policy();
  const documents = delegatedTools(found, policy).map(({ tool }) => tool);
  const { compilation, searches } = compileOffer(documents, strategy, examples);
  const { tools: written, entries } = compilation;
  const { byTrust, levels } = withPolicyDefaults(policy);
  const isDoubting = confirm === 'client' && (byTrust === true || levels?.untrusted !== 'allow');
  const doubted = isDoubting ? doubtedOf(documents) : [];
  const tools = written.map((tool, at) => {
    const runs = byTrust !== true && tool.annotations?.readOnlyHint === true;
    return doubted.includes(entries[at]?.tool) && !runs ? { ...tool, ...ASKS } : tool;
  });
  const compiled = line ? [...tools.filter(({ name }) => name !== RUN_LINE.name), RUN_LINE] : tools;
  const runs = (name: string): boolean => !searches || (name !== SEARCH_TOOLS.search && name !== SEARCH_TOOLS.describe);
  const listed = compiled.map((tool) => (runs(tool.name) ? { ...tool, outputSchema: OUTPUT_SCHEMA } : tool));
  return { documents, listed, searches };
}

/** Three tools, `run_line`. */
const OTHERS = 4;

function compileOffer(
  documents: readonly AtipTool[],
  strategy: Host['strategy'],
  examples: boolean,
): { readonly compilation: Pick<Compilation<'mcp'>, 'tools' | 'entries'>; readonly searches: boolean } {
  if (strategy !== undefined)
    return { compilation: compile(documents, 'mcp', { examples, strategy }), searches: strategy === 'search' };
  const { compilation: all, whole } = fitTools(documents, 'mcp', { examples }, PAGE);
  if (whole === undefined) return { compilation: all, searches: false };
  const { compilation: some } = fitTools(documents, 'mcp', { examples }, PAGE - OTHERS);
  const search = compile(documents, 'mcp', { strategy: 'search' });
  const names = new Set(search.tools.map(({ name }) => name));
  const own = some.tools.map(({ name }) => !names.has(name));
  const pick = <Item>(list: readonly Item[], others: readonly Item[]): Item[] => [
    ...list.filter((_one, at) => own[at]),
    ...others,
  ];
  return {
    compilation: { tools: pick(some.tools, search.tools), entries: pick(some.entries, search.entries) },
    searches: true,
  };
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

/** Cuts one page out of the tools. An unknown cursor ends the list: a client that gets an error may ask again and again. */
export function pageOfTools(
  { listed }: ToolOffer,
  cursor: string | undefined,
): { tools: Tool[]; nextCursor?: string | undefined } {
  const start = cursor === undefined ? 0 : Number(/^[1-9]\d{0,6}$/.exec(cursor)?.[0]);
  if (start % PAGE !== 0) return { tools: [] };
  const end = start + PAGE;
  return { tools: listed.slice(start, end), nextCursor: end < listed.length ? String(end) : undefined };
}

/** True if a client that knows one list learns nothing from the other. With search the tools are the same for any documents. */
export function isSameOffer(one: ToolOffer, other: ToolOffer): boolean {
  const known = ({ listed, documents }: ToolOffer): string =>
    JSON.stringify([listed, documents.map(({ name }) => name)]);
  return known(one) === known(other);
}
