import type { AtipEffects, AtipTool } from '@atip/core';

const HARMLESS: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  idempotent: true,
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { estimate: 'free', billable: false },
};

/** A made-up tool with one command for every outcome of a call. */
export const DEMO_TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'demo',
  version: '1.0.0',
  description: 'Does what tests need',
  trust: { source: 'user', verified: false },
  commands: {
    say: {
      description: 'Prints a text',
      arguments: [{ name: 'text', type: 'string', description: 'What to print' }],
      effects: HARMLESS,
    },
    wait: { description: 'Prints its process id and never ends', effects: HARMLESS },
    leak: { description: 'Prints a secret in two pieces', effects: HARMLESS },
    wipe: {
      description: 'Writes a file called wiped',
      effects: {
        ...HARMLESS,
        filesystem: { read: true, write: true, delete: false },
        destructive: true,
        reversible: false,
      },
    },
    login: { description: 'Wants a terminal', effects: { ...HARMLESS, interactive: { tty: true } } },
  },
};

/** A token in GitHub's form; it is not a real one. */
export const LEAKED_TOKEN = `ghp_${'a1B2'.repeat(9)}`;

/** The demo tool's executable. It writes the secret in two pieces, with a line of time between them. */
export const DEMO_SCRIPT = `#!/bin/sh
case "$1" in
  say) printf '%s\\n' "$2" ;;
  wait) echo $$; exec sleep 600 ;;
  leak) printf 'token: ${LEAKED_TOKEN.slice(0, 20)}'; sleep 0.2; printf '${LEAKED_TOKEN.slice(20)}\\nafter\\n' ;;
  wipe) touch wiped; echo wiped ;;
esac
`;
