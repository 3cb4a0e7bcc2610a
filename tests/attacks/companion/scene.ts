import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { TRAP_TOOL, trapScript } from './trap-tool.ts';

/** A secret of the companion's own environment; no child has any business with it. */
export const PLANTED = 'planted-in-the-environment-of-the-companion';
/** Stands in a file beside the page's directory. */
export const OUTSIDE = 'this file lies outside of the page';

/** The places that one companion works in, and what happened there. */
export interface Scene {
  readonly root: string;
  /** Working directory of calls: holds the file `canary`, and `tripped` once a call did something. */
  readonly work: string;
  readonly page: string;
  /** The program that calls run. */
  readonly program: string;
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
  /** What happened since it was last asked, by the files themselves; everything is then put back. */
  effect(): string;
  remove(): void;
}

/** Lays the directories of one companion; not in /tmp, which is empty in a sandbox whatever is hidden there. */
export function createScene(): Scene {
  const root = realpathSync(mkdtempSync('/var/tmp/atip-attacked-'));
  const [work, page, bin] = [join(root, 'work'), join(root, 'page'), join(root, 'bin')];
  const [shims, state] = [join(root, 'data/agent-tools/shims'), join(root, 'state/agent-tools')];
  for (const path of [work, page, bin, shims]) mkdirSync(path, { recursive: true });
  const program = join(bin, 'trap');
  layProgram(program, state);
  writeFileSync(join(shims, 'trap.json'), JSON.stringify(TRAP_TOOL));
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(page, '.hidden.json'), OUTSIDE);
  writeFileSync(join(root, 'secret.json'), OUTSIDE);
  symlinkSync('../secret.json', join(page, 'linked.json'));
  const canary = join(work, 'canary');
  writeFileSync(canary, 'alive');
  const tripped = join(work, 'tripped');
  return {
    ...{ root, work, page, program, state },
    env: {
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: root,
      XDG_DATA_HOME: join(root, 'data'),
      XDG_STATE_HOME: join(root, 'state'),
      PLANTED,
    },
    effect() {
      const seen = [
        ...(existsSync(tripped) ? ['a program ran'] : []),
        ...(existsSync(canary) ? [] : ['a file is gone']),
      ];
      rmSync(tripped, { force: true });
      writeFileSync(canary, 'alive');
      return seen.length === 0 ? 'none' : seen.join(', ');
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Puts the honest program in its place. */
export function layProgram(path: string, state: string): void {
  writeFileSync(path, trapScript(state));
  chmodSync(path, 0o755);
}
