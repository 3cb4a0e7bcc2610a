// needs: bwrap
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { ATIP } from '../atip.ts';
import { createHome } from '../home.ts';

const harmless = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };

test.each([
  ['SIGINT', ['run', 'demo'], 130],
  ['SIGTERM', ['run', 'demo'], 143],
  ['SIGINT', ['run', '--line', 'demo'], 130],
] as const)('after %s `atip %s` ends as a shell says it, and so does its program', async (signal, args, code) => {
  const { document, program, configure, env, cwd } = createHome();
  configure({ policy: { byTrust: false } });
  document('demo', {
    ...{ atip: { version: '0.4' }, name: 'demo', version: '1', description: 'Waits' },
    commands: { '': { description: 'Waits', effects: harmless } },
  });
  program('demo', '#!/bin/sh\necho up\nexec sleep 100\n');
  const child = spawn(process.execPath, [ATIP, ...args], { cwd, env: { ...env, PATH: `${env.PATH}:/usr/bin:/bin` } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const [up] = await once(child.stdout, 'data');
  child.kill(signal);
  const [ended] = await once(child, 'close');
  expect([String(up), ended]).toStrictEqual(['up\n', code]);
  expect(said).toMatch(/was ended by a signal\.\n$/);
});
