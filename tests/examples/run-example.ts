import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

const RUNTIMES = join(ROOT, 'tests/node_modules');
/** From here, packages of the examples are found. */
export const BESIDE_EXAMPLES: string = join(ROOT, 'examples/node_modules/.cache');

/** The runtimes as npm brings them; without one, tests fail with an error. */
const PROGRAMS = {
  bun: join(RUNTIMES, '@oven/bun-linux-x64/bin/bun'),
  deno: join(RUNTIMES, '@deno/linux-x64-glibc/deno'),
  node: process.execPath,
};

/** Longer than any example takes on a machine that is busy. */
const TIMEOUT = 60_000;

export interface ExampleSettings {
  readonly runtime: keyof typeof PROGRAMS;
  /** The arguments of the program. Absolute paths, or such of `cwd`. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of its environment, besides PATH and its own HOME below `cwd`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Text for its standard input. Absent: it is closed. */
  readonly input?: string;
}

export interface ExampleEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an example as a user does, in its own process and its own runtime. @throws when the runtime is not installed. */
export async function runExample({ runtime, args, cwd, env, input }: ExampleSettings): Promise<ExampleEnd> {
  const program = PROGRAMS[runtime];
  if (!existsSync(program)) throw new Error(`${program} is missing: npm ci --prefix tests installs it.`);
  // Node before 22.18 is helped with TypeScript.
  const types = runtime === 'node' && !('typescript' in process.features) && args.some((one) => one.endsWith('.ts'));
  const all = types ? ['--import', join(ROOT, 'tests/examples/strip-types.mjs'), ...args] : args;
  const child = spawn(program, all, {
    cwd,
    timeout: TIMEOUT,
    env: { PATH: `${dirname(program)}:${process.env['PATH']}`, HOME: cwd, DENO_NO_UPDATE_CHECK: '1', ...env },
  });
  // A program that ends without reading what was typed closes the pipe.
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  child.stdin.end(input ?? '');
  const [stdout, stderr, code] = await Promise.all([
    readText(child.stdout),
    readText(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]);
  return { code, stdout, stderr };
}

async function readText(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}
