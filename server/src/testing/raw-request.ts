import { connect } from 'node:net';

/** Sends bytes to a port of this machine, and returns everything received until the connection closes. */
export function rawRequest(port: number, text: string, address = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, address, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
