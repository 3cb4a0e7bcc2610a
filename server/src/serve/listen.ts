import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { ProblemError, problemResponse, toProblem } from '../http/problem.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';

/** An HTTP server that accepts connections. */
export interface Listening {
  readonly port: number;
  /** Stops accepting, and closes every connection. */
  close(): Promise<void>;
}

/** The only address that is ever bound: an address, since the name `localhost` may mean another one. */
const ADDRESS = '127.0.0.1';

/**
 * Serves an application on 127.0.0.1.
 *
 * @param port 0 picks a free one.
 * @throws the system's error, `EADDRINUSE` when the port is taken.
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<Listening> {
  const server = createServer(getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: refuseRequest }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, ADDRESS, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** For requests that are too broken to reach the application, such as one without a host. */
function refuseRequest(): Response {
  const detail = 'The request line or its Host header cannot be understood.';
  const response = problemResponse(toProblem(new ProblemError(400, 'invalid-request', detail)));
  setSecurityHeaders(response.headers);
  return response;
}
