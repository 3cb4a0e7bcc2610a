import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HARMLESS = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
  reversible: true,
  idempotent: true,
  cost: { billable: false },
};

/** Its document is in the tools' directory; each command is a way for a program to go wrong. */
const DEMO_TOOL = {
  atip: { version: '0.4' },
  name: 'demo',
  version: '1.0.0',
  description: 'Does what tests need',
  trust: { source: 'user', verified: false },
  commands: {
    say: { description: 'Prints that it ran', effects: HARMLESS },
    wait: { description: 'Says that it is there, and stays', effects: HARMLESS },
    talk: { description: 'Says more and more', effects: HARMLESS },
    kill: { description: 'Dies of SIGKILL', effects: HARMLESS },
    crash: { description: 'Dies of SIGSEGV', effects: HARMLESS },
    wipe: {
      description: 'Writes a file',
      effects: {
        ...HARMLESS,
        filesystem: { read: true, write: true, delete: true },
        destructive: true,
        reversible: false,
      },
    },
  },
};

const DEMO_SCRIPT: string = `#!/bin/sh
case "$1" in
  say) echo 'it ran' ;;
  wait) echo up; while :; do /bin/sleep 1; done ;;
  talk) while :; do echo more; /bin/sleep 0.1; done ;;
  kill) kill -9 $$ ;;
  crash) kill -SEGV $$ ;;
  wipe) /bin/touch wiped; echo wiped ;;
esac
`;

/** Faults of the file systems of one process; other processes see them as they are. */
export interface Place {
  /** Directories that become file systems of 64 KiB; `full` in a script fills them, `free` empties them again. */
  readonly small?: readonly string[];
  /** Directories that cannot be written. */
  readonly readOnly?: readonly string[];
  /** Without what lets root write where it may not; who is not root never has it. */
  readonly powerless?: boolean;
}

/** A home with a described program, a working directory and a PATH; and what the product does there, as processes. */
export interface Machine {
  readonly root: string;
  readonly home: string;
  readonly work: string;
  readonly bin: string;
  /** Directories of the product. */
  readonly state: string;
  readonly cache: string;
  readonly data: string;
  readonly log: string;
  readonly env: Readonly<Record<string, string>>;
  /** The bundled command line. */
  readonly atip: string;
  /** Runs bash; `atip ARGS…` in it prints all that it says and then its exit code. @returns what was printed. */
  shell(script: string, place?: Place): Promise<string>;
  /** Starts the product in a place. */
  start(args: readonly string[], options?: StartOptions): ChildProcess;
  remove(): void;
}

export interface StartOptions {
  readonly place?: Place;
  /** Arguments of Node, before the script. */
  readonly node?: readonly string[];
  /** As `ulimit` takes it, such as `-n 64`. */
  readonly limit?: string;
  /** Bash that runs before, such as `full`. */
  readonly before?: string;
}

/** Ms after which a script hangs, which is a failure. */
const PATIENCE = 60_000;

/** Closes descriptors inherited from the test runner: a program must have as many descriptors as a test says. */
const HELPERS = `
for fd in /proc/self/fd/*; do fd=\${fd##*/}; [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done
node_atip() { PATH="$BIN" "$NODE" "$ATIP" "$@"; }
atip() { node_atip "$@"; echo "exit code $?"; }
full() { for d in $SMALL; do cat /dev/zero > "$d/filler" 2>/dev/null; done; true; }
free() { for d in $SMALL; do rm -f "$d/filler"; done; }
`;

/** Not in /tmp, which is empty in a sandbox. */
export function createMachine(atip: string): Machine {
  const root = realpathSync(mkdtempSync('/var/tmp/atip-faults-'));
  const [home, work, bin] = [join(root, 'home'), join(root, 'work'), join(root, 'bin')];
  const [data, state, cache] = ['share', 'state', 'cache'].map((name) => join(home, `.local/${name}`));
  if (data === undefined || state === undefined || cache === undefined)
    throw new Error('Three names give three places.');
  const tools = join(data, 'agent-tools/tools');
  for (const path of [work, bin, tools, state, cache]) mkdirSync(path, { recursive: true, mode: 0o755 });
  writeFileSync(join(tools, 'demo.json'), JSON.stringify(DEMO_TOOL));
  writeFileSync(join(bin, 'demo'), DEMO_SCRIPT);
  chmodSync(join(bin, 'demo'), 0o755);
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true, mode: 0o755 });
  // The document is a file of the user; trust is not what these tests are about.
  writeFileSync(join(home, '.config/agent-tools/config.json'), '{ "policy": { "byTrust": false } }', { mode: 0o644 });
  const env = {
    ...{ HOME: home, XDG_DATA_HOME: data, XDG_STATE_HOME: state, XDG_CACHE_HOME: cache, XDG_DATA_DIRS: '/nowhere' },
    ...{
      PATH: `${bin}:/bin`,
      BIN: bin,
      ATIP_SHIMS: 'off',
      NO_COLOR: '1',
      WORK: work,
      NODE: realpathSync(process.execPath),
    },
    ...{ ATIP: atip, LOG: join(state, 'agent-tools/audit.jsonl') },
  };
  const launch = (script: string, place: Place): ChildProcess => {
    const [file = '', ...args] = [...placed(place), '/bin/bash', '-c', HELPERS + script];
    const more = { SMALL: (place.small ?? []).join(' ') };
    return spawn(file, args, { cwd: work, env: { ...env, ...more }, stdio: ['pipe', 'pipe', 'pipe'] });
  };
  return {
    ...{ root, home, work, bin, data, state, cache, env, atip, log: env.LOG },
    shell: (script, place = {}) => outputOf(launch(`exec 2>&1\n${script}`, place)),
    start(args, { place = {}, node = [], limit, before = '' } = {}) {
      const quoted = args.map((arg) => `'${arg}'`).join(' ');
      const limited = limit === undefined ? '' : `ulimit ${limit}\n`;
      return launch(`${before}\n${limited}PATH="$BIN" exec "$NODE" ${node.join(' ')} "$ATIP" ${quoted}`, place);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The arguments that put a program in a place; bubblewrap has to be there, as for the product itself. */
function placed({ small = [], readOnly = [], powerless = false }: Place): string[] {
  if (small.length + readOnly.length === 0 && !powerless) return [];
  return [
    ...['/usr/bin/bwrap', '--die-with-parent', '--dev-bind', '/', '/'],
    ...small.flatMap((path) => ['--size', '65536', '--tmpfs', path]),
    ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ...(powerless ? ['--cap-drop', 'ALL'] : []),
    '--',
  ];
}

/** @throws when it does not end in time, with what it said. */
async function outputOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdin?.end();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, PATIENCE);
  await once(child, 'close');
  clearTimeout(late);
  if (isLate) throw new Error(`It did not end within ${PATIENCE} ms, and had said:\n${text}`);
  return text;
}
