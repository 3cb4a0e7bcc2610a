import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtipEffects, AtipTool } from '@atip/core';
import type { Environment } from '@atip/node';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';

const HARMLESS: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
  reversible: true,
  idempotent: true,
  cost: { billable: false },
};

/** A made-up tool with a command for every outcome of a call. */
export const DEMO_TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'demo',
  version: '1.0.0',
  description: 'Does what tests need',
  trust: { source: 'user', verified: false },
  commands: {
    say: {
      description: 'Prints its arguments',
      arguments: [{ name: 'text', type: 'string', description: 'What to print' }],
      options: [
        { name: 'loud', flags: ['--loud'], type: 'boolean', description: 'Shouts' },
        { name: 'times', flags: ['--times'], type: 'integer', description: 'How often' },
        { name: 'tag', flags: ['--tag'], type: 'array', description: 'Tags' },
      ],
      effects: HARMLESS,
    },
    leak: { description: 'Prints a secret', effects: HARMLESS },
    fail: { description: 'Fails', effects: HARMLESS },
    send: { description: 'Uses the network', effects: { ...HARMLESS, network: true } },
    wipe: {
      description: 'Writes a file',
      arguments: [{ name: 'what', type: 'string', description: 'What goes', required: false }],
      effects: {
        ...HARMLESS,
        filesystem: { read: true, write: true, delete: false },
        destructive: true,
        reversible: false,
      },
    },
  },
};

/** A token in GitHub's form; it is not a real one. */
export const LEAKED_TOKEN: string = `ghp_${'a1B2'.repeat(9)}`;

const DEMO_SCRIPT = `#!/bin/sh
case "$1" in
  say) shift; printf '%s\\n' "$*" ;;
  leak) printf 'token: ${LEAKED_TOKEN}\\n'; printf '\\033]0;title\\007to stderr\\n' >&2 ;;
  fail) echo broken >&2; exit 7 ;;
  wipe) touch wiped; echo wiped ;;
esac
`;

/** The home, working directory and PATH of one test. */
export interface DemoMachine {
  readonly home: string;
  readonly work: string;
  readonly bin: string;
  readonly env: Environment;
  /** The file of the record. */
  readonly log: string;
  /** Writes a file into the working directory. */
  write(name: string, text: string | Uint8Array): Promise<string>;
  /** Writes a program onto the PATH. */
  script(name: string, text: string): Promise<string>;
}

/** Makes a machine on which `demo` has a document and is on the PATH; it is removed when the test ends. */
export async function createDemoMachine(
  tool: AtipTool = DEMO_TOOL,
  whenOver?: (remove: () => Promise<void>) => void,
): Promise<DemoMachine> {
  const { at, write, script } = await createTemporaryDirectory(whenOver);
  const [home, work, bin] = [at('home'), at('work'), at('bin')];
  await mkdir(work);
  await write('home/.local/share/agent-tools/tools/demo.json', JSON.stringify(tool));
  await script('bin/demo', DEMO_SCRIPT);
  // The document is a user's file; these tests are not about trust. Programs have time to answer, however busy a machine is.
  const configuration = { policy: { byTrust: false }, probe: { timeout: 60_000 } };
  await write('home/.config/agent-tools/config.json', JSON.stringify(configuration));
  return {
    home,
    work,
    bin,
    env: { PATH: `${bin}:/bin`, HOME: home, XDG_DATA_DIRS: '/nowhere', NO_COLOR: '1', ATIP_SHIMS: 'off' },
    log: join(home, '.local/state/agent-tools/audit.jsonl'),
    write: (name, text) => write(`work/${name}`, text),
    script: (name, text) => script(`bin/${name}`, text),
  };
}
