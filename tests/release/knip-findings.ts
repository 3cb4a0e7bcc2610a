import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import { runProgram } from '../runtimes/run-program.ts';

/** What knip finds that nobody uses, or that is used and not listed, as it prints it; empty: nothing. */
export async function knipFindings(): Promise<string> {
  const knip = join(ROOT, 'tests/release/node_modules/knip/bin/knip.js');
  // Its findings, hints about superfluous settings included, are no failure of the program; its failures are.
  const args = [knip, '--no-progress', '--no-exit-code', '--treat-config-hints-as-errors'];
  return (await runProgram(process.execPath, args, { cwd: ROOT })).trim();
}
