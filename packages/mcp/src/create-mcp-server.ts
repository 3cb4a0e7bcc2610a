import { compileTools } from '@atip/core';
import { createToolMachine } from '@atip/node/internal';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { McpSettings } from './mcp-settings.ts';
import { pageOfTools } from './page-of-tools.ts';
import { reportProgress } from './report-progress.ts';
import { runToolCall } from './run-tool-call.ts';

/**
 * Makes an MCP server that offers the commands of discovered tools, with annotations from their effects.
 *
 * Confirmation is asked of the client's person by elicitation, or of whom `settings.ask` asks; where nobody can be asked, the
 * call is refused with the reason and the way out.
 * A cancelled request ends its process; a request with a progress token gets its output, redacted, as it arrives.
 * Not connected: `server.connect(transport)` does that.
 * @see MCP 2025-11-25, server/tools
 */
export function createMcpServer(settings: McpSettings): Server {
  const server = new Server({ name: 'atip', version: settings.version }, { capabilities: { tools: {} } });
  // Of two tools with one name the later counts, as where calls are looked up.
  const { tools } = compileTools(
    settings.found.map(({ tool }) => tool),
    'mcp',
  );
  const { env = process.env, sandbox, writableRoots } = settings;
  const machine = createToolMachine({
    env,
    ...(sandbox && { sandbox: async () => sandbox }),
    ...(writableRoots && { writableRoots }),
  });
  const host = { ...settings, server, machine };
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const page = pageOfTools(tools, params?.cursor);
    if (page) return { ...page, tools: [...page.tools] };
    throw new McpError(ErrorCode.InvalidParams, 'No page of tools has that cursor. Begin without one.');
  });
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, requestId, _meta, sendNotification }) => {
      const { name, arguments: args = {} } = params;
      const onOutput =
        _meta?.progressToken === undefined ? undefined : reportProgress(_meta.progressToken, sendNotification);
      return runToolCall({ id: String(requestId), name, arguments: args }, host, { signal, onOutput });
    },
  );
  return server;
}
