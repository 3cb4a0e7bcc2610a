import { createServer } from 'node:http';

/** A site of somebody else, on another port of this machine. */
export interface AttackSite {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves one page whatever is asked for; its scripts come from the test. */
export async function startAttackSite(body = ''): Promise<AttackSite> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>attacker</title><body>${body}`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  return {
    port: address.port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
