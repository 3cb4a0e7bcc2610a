import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleCli } from '../packages/bundle-cli.ts';

/** Loaded before the program: writes down how many processes it started, when it ends. */
const COUNTER = `import { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
let started = 0;
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) { started += 1; return spawn.call(this, options); };
process.on('exit', () => writeFileSync(process.env.STARTED_FILE, String(started)));
`;

/** Processes that `atip list` starts where a scan has been made before. @param env with the home of that scan. */
export async function measureList(env: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const directory = mkdtempSync(join(tmpdir(), 'atip-figures-'));
  try {
    const [counter, started] = [join(directory, 'counter.mjs'), join(directory, 'started')];
    writeFileSync(counter, COUNTER);
    const cli = await bundleCli(directory);
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--import', counter, cli, 'list'], {
      env: { ...env, STARTED_FILE: started },
    });
    // A list without them would start nothing for another reason.
    if (!stdout.includes('program-0')) throw new Error(`The scan's tools are not listed:\n${stdout}`);
    return { 'processes of `atip list`': Number(readFileSync(started, 'utf8')) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
