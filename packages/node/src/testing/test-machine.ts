import { mkdir } from 'node:fs/promises';
import { type ScanEvent, type ScanSettings, scanTools } from '../discovery/scan-tools.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

/** Says that it holds, and lets everything through. */
export const OPEN_SANDBOX: Sandbox = {
  status: { available: true, kind: 'none', tested: false, checks: [] },
  plan: async () => {
    const report = { applied: true, kind: 'none', network: true, writable: [], notes: [] } as const;
    return { report, wrap: (launch) => launch, finish: async () => report };
  },
};
export const NO_SANDBOX: Sandbox = {
  status: { available: false, kind: 'none', tested: false, reason: 'None in this test.', checks: [] },
  plan: OPEN_SANDBOX.plan,
};

/** A document, with changes. */
export const describing = (name: string, more: object = {}) => ({
  atip: { version: '0.4' },
  name,
  version: '1.0.0',
  description: 'A tool',
  ...more,
});

/** The text of a program that answers one flag with a document, and nothing else. */
export const answering = (answer: object, flag = '--agent'): string =>
  `#!/bin/sh\n# "parameters" ${flag}\ncase "$*" in ${flag}*) /bin/cat <<'END'\n${JSON.stringify(answer)}\nEND\n;; *) exit 2;; esac\n`;

/** A home, and a PATH whose first directory is the test's own; scans look at that one alone. */
export async function createTestMachine(sandbox: Sandbox) {
  const directory = await createTemporaryDirectory();
  const [bin, home] = [directory.at('bin'), directory.at('home')];
  await mkdir(bin);
  await mkdir(home);
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
  const scanEvents = async (settings: Partial<ScanSettings> = {}): Promise<ScanEvent[]> => {
    const clock = () => new Date('2026-01-02T03:04:05Z');
    const events: ScanEvent[] = [];
    const scanning = scanTools({ env: { ...env, PATH: bin }, sandbox, timeout: 10_000, clock, ...settings });
    for await (const event of scanning) events.push(event);
    return events;
  };
  /** Scans, and gives the last event. */
  const scan = async (settings?: Partial<ScanSettings>) => {
    const last = (await scanEvents(settings)).at(-1);
    if (last?.event !== 'done') throw new Error('The scan did not end with `done`.');
    return last;
  };
  return { directory, bin, home, env, data: `${home}/.local/share/agent-tools`, scan, scanEvents };
}
