import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../architecture/read-imports.ts';
import { bundleCommand } from './bundle-command.ts';
import { locatePrograms } from './programs.ts';
import { transpilePackages } from './transpile-packages.ts';

/** What all pages of one run share. */
export interface Toolbox {
  /** Absolute; has `node_modules`, `programs`, `machine`, and room for pages. */
  readonly directory: string;
  remove(): void;
}

/** Prepares what every page's machine has: the packages from their sources, programs, and a node that takes TypeScript. */
export async function createToolbox(): Promise<Toolbox> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'atip-blocks-')));
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') && name !== '@atip' && name !== 'atip')
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  transpilePackages(modules);
  await bundleCommand(join(modules, 'atip'));
  symlinkSync('../atip/dist/main.js', join(modules, '.bin/atip'));

  const programs = join(directory, 'programs');
  mkdirSync(programs);
  for (const [name, path] of locatePrograms()) symlinkSync(path, join(programs, name));
  mkdirSync(join(directory, 'machine'));
  cpSync(join(ROOT, 'tests/docs/machine/strip-types.mjs'), join(directory, 'machine/strip-types.mjs'));
  writeNode(join(programs, 'node'));
  mkdirSync(join(directory, 'pages'));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Node as it is; one before 22.18 is helped with TypeScript, and only with it. */
function writeNode(path: string): void {
  const node = realpathSync(process.execPath);
  if ('typescript' in process.features) {
    symlinkSync(node, path);
    return;
  }
  const help = `exec '${node}' --import /home/machine/strip-types.mjs "$@"`;
  writeFileSync(path, `#!/bin/sh\ncase " $* " in *.ts" "*) ${help} ;; *) exec '${node}' "$@" ;; esac\n`);
  chmodSync(path, 0o755);
}
