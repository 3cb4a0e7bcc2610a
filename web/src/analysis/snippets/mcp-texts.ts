/** What stands for a request with MCP, whose tools are not sent but listed by a server. */
import { jsonInPython } from './python-text.ts';
import { jsonInTypeScript } from './typescript-text.ts';

const LISTED = 'is only listed by this server. To run tools, use: atip mcp';

/** A server with the official package, over standard input and output. TypeScript that is JavaScript, too. */
export function mcpTypeScript(tools: readonly unknown[]): string {
  return `${imported('Server', 'server/index.js')}
${imported('StdioServerTransport', 'server/stdio.js')}
${imported('CallToolRequestSchema, ListToolsRequestSchema', 'types.js')}

const server = new Server({ name: 'atip-tools', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => (${jsonInTypeScript({ tools })}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => ({
  isError: true,
  content: [{ type: 'text', text: \`\${params.name} ${LISTED}\` }],
}));

await server.connect(new StdioServerTransport());
`;
}

/** An import of the snippet's, which is none of this page's. */
function imported(names: string, file: string): string {
  return `import { ${names} } from '@modelcontextprotocol/sdk/${file}';`;
}

/** The same server with nothing but Python's standard library. */
export function mcpPython(tools: readonly unknown[]): string {
  return `import json, sys

TOOLS = ${jsonInPython(tools)}

VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]


def answer(method, params):
    if method == "initialize":
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "atip-tools", "version": "1.0.0"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        text = f"{params.get('name')} ${LISTED}"
        return {"isError": True, "content": [{"type": "text", "text": text}]}
    return {} if method == "ping" else None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    result = answer(message["method"], message.get("params") or {})
    if result is None:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    else:
        reply["result"] = result
    print(json.dumps(reply), flush=True)
`;
}

/** Asks a server that runs somewhere for its tools, in a POSIX shell with curl. */
export function mcpCurl(): string {
  return `url="\${MCP_URL:-http://127.0.0.1:3000/mcp}"
mcp() {
  curl -sS "$url" \\
    -H 'Content-Type: application/json' \\
    -H 'Accept: application/json, text/event-stream' \\
    "$@"
}
start='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}'
session="$(mcp -D - -o /dev/null -d "$start" | tr -d '\\r' | sed -n 's/^[Mm][Cc][Pp]-[Ss]ession-[Ii]d: //p')"
mcp -H "Mcp-Session-Id: $session" -d '{"jsonrpc":"2.0","method":"notifications/initialized"}'
mcp -H "Mcp-Session-Id: $session" -d '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' | sed -n 's/^data: //; /^{/p'
`;
}
