import { mkdir } from 'node:fs/promises';
import { type ScanEvent, type ScanSettings, scanTools } from '../discover/scan-tools.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

/** Claims to be a sandbox, and allows everything. */
export const OPEN_SANDBOX: Sandbox = {
  status: { available: true, kind: 'none', tested: true, checks: [] },
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
  /** Scans, and returns the last event. */
  const scan = async (settings?: Partial<ScanSettings>) => {
    const last = (await scanEvents(settings)).at(-1);
    if (last?.event !== 'done') throw new Error('The scan did not end with `done`.');
    return last;
  };
  return { directory, bin, home, env, data: `${home}/.local/share/agent-tools`, scan, scanEvents };
}

const GROUP = (name: string, destructive: boolean) => ({
  description: `Group ${name}`,
  commands: {
    look: { description: 'Looks', examples: [`bigtool ${name} look`], effects: QUIET },
    act: { description: 'Acts', effects: { ...QUIET, destructive, reversible: !destructive } },
  },
});
const QUIET = {
  ...{ destructive: false, reversible: true, idempotent: true, network: false, subprocess: false },
  ...{ filesystem: { read: true, write: false, delete: false }, cost: { billable: false } },
  interactive: { stdin: 'none', prompts: false, tty: false },
};

/**
 * The text of a program `bigtool` that answers like RFC 3.1.1: an overview of its groups `safe` and `harm`, and each of
 * them on request. It appends each question to the file `asked` beside it, if it may write there.
 */
export function overviewTool(): string {
  const groups = { safe: GROUP('safe', false), harm: GROUP('harm', true) };
  const root = describing('bigtool', { description: 'A tool of many commands' });
  const heads = Object.entries(groups).map(([name, { description }]) => [name, { description }]);
  const overview = { ...root, partial: true, filter: { depth: 1 }, commands: Object.fromEntries(heads) };
  const part = (names: readonly ('safe' | 'harm')[]) => {
    const commands = Object.fromEntries(names.map((name) => [name, groups[name]]));
    return { ...root, partial: true, filter: { commands: names, depth: null }, commands };
  };
  const answers = [
    ['--agent --depth=1', overview],
    ['--agent --commands=safe', part(['safe'])],
    ['--agent --commands=harm', part(['harm'])],
    ['--agent --commands=safe,harm', part(['safe', 'harm'])],
  ].map(([flags, answer]) => `"${flags}") /bin/cat <<'END'\n${JSON.stringify(answer)}\nEND\n;;`);
  const log = `(echo "$*" >> "\${0%/*}/asked") 2>/dev/null`;
  return `#!/bin/sh\n# answers --agent\n${log}\ncase "$*" in\n${answers.join('\n')}\n--agent*) exit 2;; *) echo "ran $*";; esac\n`;
}
