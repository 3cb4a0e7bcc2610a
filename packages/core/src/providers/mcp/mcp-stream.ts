import type { StreamReader } from '../../types/raw-call.ts';
import { parseMcpCalls } from './parse-mcp-calls.ts';

/** Reads MCP requests one by one: each is whole, and more may always follow, so the end is wherever it is asked for. */
export function mcpStream(): StreamReader {
  let begun = 0;
  return (event) =>
    parseMcpCalls(event).flatMap(({ calls, reason }) => [
      ...calls.map(
        ({ id, name, arguments: whole }) => ({ key: begun++, start: 'call', id, name, whole, ends: true }) as const,
      ),
      { reason },
    ]);
}
