import { createServer } from 'node:http';

/** A loopback server and the raw text of what reached it. */
export interface RequestLog {
  /** Host and port. */
  readonly host: string;
  /** Method, path, headers and body of each request; of what is no HTTP, its bytes. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Starts a server that notes every request and answers all of them alike. */
export async function startServer(): Promise<RequestLog> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const index = requests.push('') - 1;
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      requests[index] = `${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n\n${body}`;
      response.setHeader('connection', 'close').end('answer\n');
    });
  });
  server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
    requests.push(error.rawPacket?.toString('latin1') ?? error.message);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback server has no port.');
  return {
    host: `127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
