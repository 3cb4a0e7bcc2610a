import type { ServeOptions } from './serve-companion.ts';
import { ServeError } from './serve-error.ts';

/** Makes of what the system says when a companion cannot listen what a person can do about it; gives any other error as it is. */
export function explainStart(error: unknown, { port, bind }: ServeOptions): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen')) return error;
  const other = port < 65_535 ? port + 1 : port - 1;
  const texts: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken. Stop what uses it, or choose another: --port ${other}`,
    EADDRNOTAVAIL: `This machine has no address ${bind}. Name one that it has.`,
    EACCES: `This user may not listen on port ${port}. Choose one from 1024 on, such as --port 4170.`,
  };
  const text = texts[String(error.code)];
  return text === undefined ? error : new ServeError('io', text, { cause: error });
}
