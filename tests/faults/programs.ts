const HARMLESS = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  destructive: false,
  reversible: true,
  idempotent: true,
  cost: { billable: false },
};

/** Its metadata lies in the tools' directory; each command is a way for a program to go wrong. */
export const DEMO_TOOL = {
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

export const DEMO_SCRIPT: string = `#!/bin/sh
case "$1" in
  say) echo 'it ran' ;;
  wait) echo up; while :; do /bin/sleep 1; done ;;
  talk) while :; do echo more; /bin/sleep 0.1; done ;;
  kill) kill -9 $$ ;;
  crash) kill -SEGV $$ ;;
  wipe) /bin/touch wiped; echo wiped ;;
esac
`;
