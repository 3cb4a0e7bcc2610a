// As much of the runtimes' own globals as these examples use; their whole types would contradict each other in one project.

declare namespace Deno {
  const args: string[];
  const env: { get(name: string): string | undefined };
  const stdin: { isTerminal(): boolean };
  function exit(code?: number): never;
  interface ChildProcess {
    readonly stdout: ReadableStream<Uint8Array>;
    readonly stderr: ReadableStream<Uint8Array>;
    readonly status: Promise<{ readonly code: number; readonly signal: string | null }>;
    kill(signal: 'SIGKILL'): void;
  }
  class Command {
    constructor(
      program: string,
      options: {
        args: string[];
        cwd?: string;
        clearEnv: boolean;
        env: Record<string, string>;
        stdin: 'null';
        stdout: 'piped';
        stderr: 'piped';
      },
    );
    spawn(): ChildProcess;
  }
}

declare namespace Bun {
  function file(path: string): { text(): Promise<string> };
  function spawn(
    argv: string[],
    options: {
      env: Record<string, string>;
      stdin: 'ignore';
      stderr: 'pipe';
      timeout: number;
      maxBuffer: number;
      killSignal: 'SIGKILL';
    },
  ): {
    readonly stdout: ReadableStream<Uint8Array>;
    readonly stderr: ReadableStream<Uint8Array>;
    readonly exited: Promise<number>;
  };
}
