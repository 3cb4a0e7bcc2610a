import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AtipEffects, AtipTool } from '@atip/core';

/** A home of its own for a companion, with one tool on the PATH. */
export interface BenchMachine {
  readonly env: Readonly<Record<string, string>>;
  /** Where calls run. */
  readonly cwd: string;
  remove(): void;
}

const HARMLESS: AtipEffects = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  idempotent: true,
};

/** `bench_wait` needs 10 ms and says what it was told; `bench_clock` says when it wrote, and lives on for a while. */
const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'bench',
  version: '1.0.0',
  description: 'Does what the bench measures',
  trust: { source: 'user', verified: false },
  commands: {
    wait: {
      description: 'Waits 10 ms and prints a text',
      arguments: [{ name: 'text', type: 'string', description: 'What to print' }],
      effects: HARMLESS,
    },
    clock: { description: 'Prints the monotonic clock in ns, and stays 30 ms longer', effects: HARMLESS },
  },
};

const SCRIPT = `#!/bin/sh
case "$1" in
  wait) sleep 0.01; printf '%s\\n' "$2" ;;
  clock) exec perl -MTime::HiRes=clock_gettime,CLOCK_MONOTONIC,sleep -e \\
    '$| = 1; printf "%.0f\\n", clock_gettime(CLOCK_MONOTONIC) * 1e9; sleep 0.03; print "end\\n"' ;;
esac
`;

/** Makes the home and the tool in a temporary directory. */
export function createBenchMachine(): BenchMachine {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'atip-bench-')));
  const [bin, cwd, shims] = [join(base, 'bin'), join(base, 'project'), join(base, 'data/agent-tools/shims')];
  for (const directory of [bin, cwd, shims]) mkdirSync(directory, { recursive: true });
  writeFileSync(join(bin, 'bench'), SCRIPT);
  chmodSync(join(bin, 'bench'), 0o755);
  writeFileSync(join(shims, 'bench.json'), JSON.stringify(TOOL));
  return {
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: base, XDG_DATA_HOME: join(base, 'data') },
    cwd,
    remove: () => rmSync(base, { recursive: true }),
  };
}
