import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import { runProgram } from '../runtimes/run-program.ts';
import type { PackedPackage } from './pack-staged.ts';

const DOCUMENT = JSON.stringify({
  atip: { version: '0.4' },
  name: 'git',
  version: '2.47.0',
  description: 'Track the history of files',
  commands: {
    log: {
      description: 'List commits',
      options: [{ name: 'max-count', flags: ['-n', '--max-count'], type: 'integer', description: 'How many' }],
      effects: { filesystem: { write: false }, network: false, destructive: false },
    },
  },
});

const CALL = { id: 'c1', type: 'function', function: { name: 'git_log', arguments: '{"max-count":5}' } };

/** The README's first example takes these from the program around it, and prints lists as JSON here. */
const AROUND = `globalThis.documentText = ${JSON.stringify(DOCUMENT)};
globalThis.response = { choices: [{ message: { tool_calls: [${JSON.stringify(CALL)}] } }] };
const { log } = console;
console.log = (value) => log(JSON.stringify(value));
`;

/** Every entry of every package, so that a compiler reads all of their types. */
const ENTRIES = ['@atip/core', '@atip/core/importers', '@atip/share', '@atip/shims', '@atip/node', '@atip/mcp', 'atip'];

export interface InstalledPackages {
  /** By the README's first example. */
  readonly printed: string;
  /** By `atip --version`. */
  readonly version: string;
  /** By `atip --help`. */
  readonly help: string;
  /** What a strict compiler says of importing each entry; empty: nothing. */
  readonly types: string;
}

/**
 * Installs tarballs together into an empty project, as a user's npm does, and uses them.
 *
 * Everything else they need comes from npm's cache or its registry.
 *
 * @throws Error when the installation, the example or the command line fails
 */
export async function installPackages(directory: string, packed: readonly PackedPackage[]): Promise<InstalledPackages> {
  mkdirSync(directory, { recursive: true });
  const dependencies = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  const at = { cwd: directory };
  await runProgram('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], at);

  const example = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? '';
  writeFileSync(join(directory, 'around.mjs'), AROUND);
  writeFileSync(join(directory, 'example.mjs'), example);
  const atip = join(directory, 'node_modules/.bin/atip');
  return {
    printed: await runProgram(process.execPath, ['--import', './around.mjs', 'example.mjs'], at),
    version: await runProgram(atip, ['--version'], at),
    help: await runProgram(atip, ['--help'], at),
    types: await checkTypes(directory),
  };
}

/** Under the strictest settings, declarations of libraries included where the platform's are not needed. */
async function checkTypes(directory: string): Promise<string> {
  const imports = ENTRIES.map((entry, index) => `import * as entry${index} from '${entry}';\nvoid entry${index};\n`);
  writeFileSync(join(directory, 'entries.ts'), imports.join(''));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2023'],
    types: [],
    skipLibCheck: true,
  };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['entries.ts'] }));
  try {
    await runProgram(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: directory });
    return '';
  } catch (error) {
    if (error instanceof Error && error.cause instanceof Object && 'stdout' in error.cause)
      return String((error.cause as { stdout: unknown }).stdout);
    throw error;
  }
}
