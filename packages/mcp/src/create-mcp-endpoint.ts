import type { McpServer } from './create-mcp-server.ts';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode, isInitializeRequest, isJSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';

/** Protocol error (`Invalid params`) that a client gets instead of a session. */
export interface McpRefusal {
  readonly refused: string;
}

export interface McpEndpointSettings {
  /** A server for one client, or the reason to refuse it. @param request that begins the session. */
  readonly create: (request: Request) => McpServer | McpRefusal | Promise<McpServer | McpRefusal>;
  /** Gets a server whose session has ended or never began. */
  readonly onEnd?: (server: McpServer) => void;
  /** Unguessable, because knowing the id is enough to speak in a session. */
  readonly newId: () => string;
  /** Clients at the same time. Absent: 16. */
  readonly maxSessions?: number;
}

/** MCP over HTTP; the caller brings the HTTP server. */
export interface McpEndpoint {
  /** Answers one request; the caller decides who may send it. */
  handle(request: Request): Promise<Response>;
  /** Ends every session with its running calls, and refuses new ones. */
  close(): Promise<void>;
}

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

const MAX_SESSIONS = 16;

/**
 * Makes the one address for MCP clients: a session for each client, begun by `initialize`, ended by `DELETE`.
 * Limits: 16 sessions (a new one then ends the session that was silent for longest), and bodies of 4 MiB.
 * @see MCP 2025-11-25, basic/transports, Streamable HTTP
 * @example
 * ```ts
 * import { createMcpEndpoint, createMcpServer } from '@atip/mcp';
 * import { createHost } from '@atip/node';
 * const create = () => createMcpServer({ host: createHost(), version: '1.0.0' });
 * const endpoint = createMcpEndpoint({ create, newId: () => crypto.randomUUID() });
 * const answer = (request: Request): Promise<Response> => endpoint.handle(request);
 * ```
 */
export function createMcpEndpoint({
  create,
  newId,
  onEnd,
  maxSessions = MAX_SESSIONS,
}: McpEndpointSettings): McpEndpoint {
  /** Ordered by their last request. */
  const sessions = new Map<string, Session>();
  let closed = false;

  const begin = async (server: McpServer): Promise<Session> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: async (id) => {
        sessions.set(id, session);
        await endOldest(sessions, maxSessions);
      },
    });
    const session: Session = { server, transport };
    server.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
      onEnd?.(server);
    };
    await server.connect(transport);
    return session;
  };

  return {
    async handle(request) {
      const body = request.method === 'POST' ? await readJsonBody(request) : { value: undefined };
      if ('refused' in body) return body.refused;
      const options = body.value === undefined ? {} : { parsedBody: body.value };
      const id = request.headers.get('mcp-session-id');
      if (id !== null) {
        const session = sessions.get(id);
        if (!session) return refuse(404, -32001, 'That session has ended. Begin another with "initialize".');
        sessions.delete(id);
        sessions.set(id, session);
        return session.transport.handleRequest(request, options);
      }
      if (closed) return refuse(503, -32000, 'The server is being stopped.');
      if (!isInitializeRequest(body.value)) return refuse(400, -32000, 'Begin a session with "initialize".');
      const created = await create(request);
      // With the request's id and status 200, like any answer: clients show its message to their person.
      if ('refused' in created)
        return refuse(
          200,
          ErrorCode.InvalidParams,
          created.refused,
          isJSONRPCRequest(body.value) ? body.value.id : null,
        );
      // The endpoint was closed while this server was made.
      if (closed) return refuse(503, -32000, 'The server is being stopped.');
      const session = await begin(created);
      const response = await session.transport.handleRequest(request, options);
      if (session.transport.sessionId === undefined) await session.server.close();
      return response;
    },
    async close() {
      closed = true;
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
    },
  };
}

async function endOldest(sessions: ReadonlyMap<string, Session>, most: number): Promise<void> {
  const [oldest] = sessions.values();
  if (sessions.size > most) await oldest?.server.close();
}

function refuse(status: number, code: number, message: string, id: string | number | null = null): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status });
}

/** Bytes. */
const MAX_BODY = 4 * 1024 * 1024;

/** Reads a request's body as JSON. Refuses more than 4 MiB and invalid JSON. */
async function readJsonBody(request: Request): Promise<{ readonly value: unknown } | { readonly refused: Response }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = request.body?.getReader();
  let text = '';
  let size = 0;
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      size += next.value.byteLength;
      if (size > MAX_BODY) {
        await reader?.cancel();
        return { refused: refuse(413, -32600, `The body is larger than ${MAX_BODY} bytes.`) };
      }
      text += decoder.decode(next.value, { stream: true });
    }
    return { value: JSON.parse(text + decoder.decode()) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    return { refused: refuse(400, -32700, 'The body is not JSON in UTF-8.') };
  }
}
