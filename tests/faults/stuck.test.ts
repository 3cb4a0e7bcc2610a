import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { bundleScript } from '../../packages/node/src/testing/bundle-script.ts';
import { startTestRegistry } from '../../packages/node/src/testing/registry-server.ts';
import { faultFile } from './fault-file.ts';
import { productMachines } from './product-machines.ts';

const STUCK = 'Something is slow or stuck';
const row = faultFile('tests/faults/stuck.test.ts');
const prepare = productMachines();

/** Takes the log's lock and says so; it is then stopped, and so never gives it back. */
const HOLDER = `
  import { withFileLock } from './files/file-lock.ts';
  await withFileLock(process.argv[2], () => new Promise((resolve) => {
    process.stdout.write('held');
    setTimeout(resolve, 60_000);
  }));
`;

row(STUCK, 'a process that holds a lock is stopped', async (told) => {
  const machine = prepare();
  const script = await bundleScript(machine.root, HOLDER);
  const holder = spawn(process.execPath, [script, `${machine.log}.lock`], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  holder.kill('SIGSTOP');
  const said = await machine.shell('atip run demo_say');
  told(said);
  expect(said).toContain(`process ${holder.pid} holds it`);
  expect(said).not.toContain('it ran');
  const ended = once(holder, 'exit');
  holder.kill('SIGKILL');
  await ended;
  expect(await machine.shell('atip run demo_say')).toBe('it ran\nexit code 0\n');
});

row(STUCK, 'a registry’s host is there and gives nothing', async (told) => {
  const machine = prepare();
  const host = await startTestRegistry();
  onTestFinished(() => host.stop());
  // One byte, and never the rest.
  host.set('index.json', (_request, response) => void response.writeHead(200).write('{'));
  const said = await machine.shell(`export ATIP_REGISTRY=${host.url}; atip discover --verbose`);
  told(said);
  expect(said).toMatch(/^speaks +1\.0\.0 +probed/m);
});

row(STUCK, 'standard input never ends', async (told) => {
  const machine = prepare();
  // What is there is filtered before more comes; and it ends when it is asked to.
  const child = machine.start(['filter']);
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const heard = new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      resolve();
    });
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin?.write(`first line\n${'x'.repeat(100_000)}\n`);
  await heard;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const [code] = await closed;
  told(`${said}\nexit code ${String(code)}`);
});

row(STUCK, 'a reader takes no more', async (told) => {
  const machine = prepare();
  const said = await machine.shell(
    'node_atip run demo_talk | head -n 1; echo "exit code $PIPESTATUS"; atip audit show',
  );
  told(said);
  expect(said).toMatch(/^more\n/);
  expect(said).toContain('demo_talk was ended by a signal');
});
