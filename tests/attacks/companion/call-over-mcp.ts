import type { Target } from './start-target.ts';

/** Calls a tool in an MCP session of its own. @returns whether the result says that it is an error */
export async function callOverMcp(target: Target, name: string, args: object): Promise<boolean> {
  const text = await askMcp(target, 'tools/call', { name, arguments: args });
  const said = /"isError":(true|false)/.exec(text)?.[1];
  if (said === undefined) throw new Error(`That is no result of a call: ${text.slice(0, 200)}`);
  return said === 'true';
}

/** One request in an MCP session of its own. @returns the event that answers it, as text */
export async function askMcp({ origin, token }: Target, about: string, content: object): Promise<string> {
  const ask = (method: string, params: object, session: object = {}): Promise<Response> =>
    fetch(`${origin}/api/v1/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...session,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const clientInfo = { name: 'attack', version: '1' };
  const opened = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  return (await ask(about, content, session)).text();
}
