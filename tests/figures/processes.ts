// Runs in a Node of its own: prints how many processes are started, and what is read, by scans of a made PATH and by calls.
import { ChildProcess } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { createSandbox, executeCommand, scanTools } from '@atip/node';

const started: string[] = [];
const spawn = Reflect.get(ChildProcess.prototype, 'spawn');
if (typeof spawn !== 'function') throw new Error('Node starts processes in another way now.');
Reflect.set(ChildProcess.prototype, 'spawn', function (this: ChildProcess, options: { readonly file: string }) {
  started.push(options.file);
  return spawn.call(this, options);
});

/** Processes that some work starts; bubblewrap counts as one, with what it starts. */
async function count(work: () => Promise<unknown>): Promise<number> {
  const before = started.length;
  await work();
  return started.length - before;
}

/** Bytes that this process has asked the kernel for, from files and pipes. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', XDG_DATA_DIRS: '/nowhere' };
const sandbox = await createSandbox();
if (!sandbox.status.available) throw new Error(`No sandbox works here: ${sandbox.status.reason}`);

async function scan(): Promise<void> {
  for await (const event of scanTools({ env, sandbox })) if (event.event === 'done') return;
  throw new Error('The scan did not end.');
}

const cold = await count(scan);
await scan();
let before = 0;
const warm = await count(async () => {
  before = bytesRead();
  await scan();
  before = bytesRead() - before;
});
const file = realpathSync('/bin/true');
const limits = { timeout: 10_000, maxOutput: 1_000, cwd: env.HOME };
const plain = await count(() => executeCommand([file], limits));
const held = await count(async () => {
  const effects = { network: false, filesystem: { write: false, delete: false } };
  const plan = await sandbox.plan({
    executable: file,
    foundAs: file,
    cwd: env.HOME,
    home: env.HOME,
    effects,
    writableRoots: [],
  });
  await executeCommand([file], { ...limits, wrap: plan.wrap });
});
const figures = {
  'processes of a cold scan': cold,
  'processes of a warm scan': warm,
  'bytes read by a warm scan': before,
  'processes of a call': plain,
  'processes of a sandboxed call': held,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
