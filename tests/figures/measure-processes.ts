import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProbe } from './bundle-probe.ts';
import type { Figure, Figures } from './figure.ts';
import { measureList } from './measure-list.ts';
import { runProbe } from './run-probe.ts';

/** Programs on the made PATH; of these so many say that they can be asked. */
const PROGRAMS = 200;
const MARKED = 3;
/** Per cent. Processes are counted, bytes hold paths of temporary directories and wake-ups of threads. */
const OF_BYTES = 5;

/** Processes that scans, calls and `atip list` start, and bytes that a warm scan reads, with a PATH made for it. */
export async function measureProcesses(): Promise<Figures> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'atip-figures-')));
  try {
    makePath(join(base, 'bin'));
    const env = { PATH: join(base, 'bin'), HOME: base };
    const counted = {
      ...(await runProbe(await bundleProbe('processes.ts'), [], [], env)),
      ...(await measureList(env)),
    };
    return Object.fromEntries(
      Object.entries(counted).map(([name, value]): [string, Figure] => [
        `machine: ${name}`,
        { value, tolerance: name.startsWith('bytes') ? OF_BYTES : 0 },
      ]),
    );
  } finally {
    rmSync(base, { recursive: true });
  }
}

function makePath(bin: string): void {
  mkdirSync(bin);
  for (let index = 0; index < PROGRAMS; index++) {
    const name = `program-${index}`;
    const answer = JSON.stringify({ atip: { version: '0.4' }, name, version: '1.0.0', description: 'A program' });
    const script = index < MARKED ? `#!/bin/sh\n[ "$1" = --agent ] && echo '${answer}'\n` : '#!/bin/sh\n';
    writeFileSync(join(bin, name), script.padEnd(4_096, '# nothing\n'));
    chmodSync(join(bin, name), 0o755);
  }
}
