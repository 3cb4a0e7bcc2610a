import { join } from 'node:path';
import { ROOT } from '../../architecture/read-imports.ts';
import { runProgram } from '../run-program.ts';
import type { Runtime } from './runtime.ts';

const MODULES = join(ROOT, 'tests/runtimes/node_modules');
const DENO = join(MODULES, '@deno/linux-x64-glibc/deno');
const BUN = join(MODULES, '@oven/bun-linux-x64/bin/bun');

/** Where letters fold in another way, on a calendar of another day. */
const TURKISH = { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' };
/** Nothing of the machine but this. */
const PLAIN = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' };

/** The core needs no code made of text, as neither edge workers nor the page's CSP allow it. */
const NODE_ARGS = ['--disallow-code-generation-from-strings', 'console.mjs'];
/** What is imported may be read without permission; everything else is refused, and nobody is asked. */
const DENO_ARGS = [
  ...['run', '--no-prompt', '--no-config', '--no-remote', '--no-lock', '--cached-only', '--node-modules-dir=manual'],
  ...[
    '--deny-read',
    '--deny-write',
    '--deny-net',
    '--deny-env',
    '--deny-run',
    '--deny-sys',
    '--deny-ffi',
    'console.mjs',
  ],
];

function consoleRuntime(name: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv): Runtime {
  return {
    name,
    run: async (directory) => {
      const home = { PATH: '/usr/bin:/bin', HOME: directory, DENO_DIR: join(directory, '.deno'), NO_COLOR: '1' };
      return JSON.parse(await runProgram(program, args, { cwd: directory, env: { ...home, ...env } }));
    },
  };
}

/** The runtimes that import the unpacked packages through their own `exports`. */
export const CONSOLE_RUNTIMES: readonly Runtime[] = [
  consoleRuntime('Node 20', process.execPath, NODE_ARGS, PLAIN),
  consoleRuntime('Node 20, Turkish', process.execPath, NODE_ARGS, TURKISH),
  consoleRuntime('Node 22', join(MODULES, 'node-22/bin/node'), NODE_ARGS, PLAIN),
  consoleRuntime('Node 24', join(MODULES, 'node-24/bin/node'), NODE_ARGS, TURKISH),
  consoleRuntime('Deno', DENO, DENO_ARGS, PLAIN),
  consoleRuntime('Bun', BUN, ['run', '--no-install', 'console.mjs'], PLAIN),
];
