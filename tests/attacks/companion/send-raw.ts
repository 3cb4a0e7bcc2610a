import { connect, type Socket } from 'node:net';

/** Ms that a part waits for an answer to the one before it. */
const PATIENCE = 300;

/**
 * Sends bytes to a port of this machine as they are.
 *
 * @param parts each is sent when no answer has come to those before it: whoever writes on while a server closes may lose its
 * answer.
 * @returns everything that came back until the connection closed or broke.
 */
export function sendRaw(port: number, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      void sendParts(socket, parts);
    });
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', (error) => {
      if (answer === '') answer = `broken (${'code' in error ? error.code : error.message})`;
    });
    socket.on('close', () => resolve(answer));
  });
}

async function sendParts(socket: Socket, [part, ...rest]: readonly string[]): Promise<void> {
  if (part === undefined || socket.destroyed) return;
  socket.write(part);
  if (rest.length === 0 || (await isAnswered(socket))) return;
  await sendParts(socket, rest);
}

function isAnswered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (answered: boolean): void => {
      clearTimeout(timer);
      socket.off('data', onAnswer).off('close', onAnswer);
      resolve(answered);
    };
    const onAnswer = (): void => finish(true);
    const timer = setTimeout(() => finish(false), PATIENCE);
    socket.on('data', onAnswer).on('close', onAnswer);
  });
}

/** `HTTP/1.1 403 Forbidden … "code":"x"` → `403 x`; what is no response is given back as it is. */
export function shortAnswer(text: string): string {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (status === undefined) return text === '' ? 'closed' : text.slice(0, 80);
  return [status, ...(/"code":"([a-z-]+)"/.exec(text)?.slice(1) ?? [])].join(' ');
}
