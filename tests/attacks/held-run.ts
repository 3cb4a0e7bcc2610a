import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AtipEffects } from '@atip/core';
import { createSandbox, executeCommand, type SandboxReport, type SandboxRequest } from '@atip/node';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

/** A person's home with a key and a project in it, and an attacker's place. */
export interface Household {
  at(name: string): string;
  /** Writes files with their content; a path that ends in a slash is a directory. */
  lay(files: Readonly<Record<string, string>>): void;
  /** The person's own command, outside every sandbox. */
  byHand(program: string, args: readonly string[], cwd?: string): string;
  /** A tool's run in the sandbox. `looked` false: what it left is not looked for, as before that was built. */
  byTool(
    program: string,
    args: readonly string[],
    settings: {
      readonly command?: readonly string[];
      readonly effects?: AtipEffects;
      readonly cwd?: string;
      readonly looked?: boolean;
    } & Pick<SandboxRequest, 'shown' | 'readable' | 'granted' | 'tmp'>,
  ): Promise<{ readonly out: string; readonly code: number | null; readonly report: SandboxReport }>;
}

const WRITES: AtipEffects = { network: false, filesystem: { read: true, write: true, delete: true } };

/** @param places variables that name directories of the household */
export async function createHousehold(places: Readonly<Record<string, string>> = {}): Promise<Household> {
  const { path } = await createDirectoryOutsideTmp();
  const at = (name: string): string => join(path, name);
  const named = Object.fromEntries(Object.entries(places).map(([name, place]) => [name, at(place)]));
  const env = { HOME: at('home'), PATH: '/usr/bin:/bin', GIT_CONFIG_NOSYSTEM: '1', ...named };
  const lay = (files: Readonly<Record<string, string>>): void => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(name.endsWith('/') ? at(name) : dirname(at(name)), { recursive: true });
      if (!name.endsWith('/')) writeFileSync(at(name), content);
      if (content.startsWith('#!')) chmodSync(at(name), 0o755);
    }
  };
  lay({
    'home/.ssh/id_rsa': 'SSHKEY',
    'home/.gitconfig': '[user]\nname = P\nemail = p@example.org\n[init]\ndefaultBranch = main\n',
    'home/project/': '',
    'attacker/': '',
  });
  const sandbox = await createSandbox({ env });
  return {
    at,
    lay,
    byHand: (program, args, cwd = at('home/project')) => execFileSync(program, args, { cwd, env, encoding: 'utf8' }),
    async byTool(program, args, { command = [], effects = WRITES, cwd = at('home/project'), looked = true, ...more }) {
      const executable = realpathSync(program);
      const plan = await sandbox.plan({
        ...{ executable, foundAs: program, cwd, home: at('home'), effects, writableRoots: [cwd], command },
        // As git's document has it.
        shown: [at('home/.gitconfig')],
        ...more,
      });
      const { wrap } = plan;
      const outcome = await executeCommand([program, ...args], {
        ...{ executable, cwd, env, wrap, timeout: 20_000, maxOutput: 1_000_000 },
      });
      const report = looked ? await plan.finish() : plan.report;
      return { out: outcome.stdout + outcome.stderr, code: outcome.exitCode, report };
    },
  };
}
