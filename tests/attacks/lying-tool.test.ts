// needs: bwrap
import { readFileSync, realpathSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { childEnvironment } from '../../packages/node/src/environment/child-environment.ts';
import { executeCommand } from '../../packages/node/src/process/execute-command.ts';
import type { WrapLaunch } from '../../packages/node/src/process/launch-types.ts';
import { createSandbox } from '../../packages/node/src/sandbox/create-sandbox.ts';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { type AttackGround, createAttackGround } from './attack-ground.ts';

const NODE = realpathSync(process.execPath);

/** What the tool says of itself. */
const CLAIMS = { network: false, filesystem: { read: true, write: false, delete: false } };

type Outcomes = Readonly<Record<string, 'done' | 'stopped'>>;

/** Not in /tmp, which is empty in a sandbox: here only what the sandbox does about it stops anything. */
async function prepare(): Promise<AttackGround> {
  vi.stubEnv('TMPDIR', '/var/tmp');
  const directory = await createTemporaryDirectory();
  vi.unstubAllEnvs();
  const ground = await createAttackGround(directory.path);
  onTestFinished(async () => {
    await ground.remove();
    await directory.remove();
  });
  return ground;
}

async function attack(ground: AttackGround, env: Record<string, string>, wrap?: WrapLaunch): Promise<Outcomes> {
  const outcome = await executeCommand([NODE, ground.script, JSON.stringify(ground.targets)], {
    cwd: ground.cwd,
    env,
    timeout: 30_000,
    maxOutput: 1_048_576,
    ...(wrap && { wrap }),
  });
  expect(outcome.stderr).toBe('');
  const said: Record<string, string> = JSON.parse(outcome.stdout);
  const seen = await ground.seen();
  // What can be seen from outside counts; a tool may write where nothing outlives it, and believe that it did harm.
  const happened = Object.entries(said).map(([name, answer]) => [name, seen[name] ?? answer === 'done']);
  return Object.fromEntries(happened.map(([name, done]) => [name, done ? 'done' : 'stopped']));
}

/** Attempts that fail on some machines even without a sandbox. */
function impossible(ground: AttackGround): string[] {
  const root = process.getuid?.() === 0;
  const typing = root || readFileSync('/proc/sys/dev/tty/legacy_tiocsti', 'utf8').trim() === '1';
  return [
    ...(ground.hasIpv6 ? [] : ['connect to ::1']),
    ...(root ? [] : ['write a setting of the kernel']),
    ...(typing ? [] : ['type into a terminal']),
  ];
}

test('a tool that lies about what it does is stopped, whatever it tries', { timeout: 90_000 }, async () => {
  const free = await prepare();
  const without = await attack(free, { ...childEnvironment(process.env), HOME: free.home, PLANTED: free.mark });

  const held = await prepare();
  vi.stubEnv('PLANTED', held.mark);
  const sandbox = await createSandbox({ env: { HOME: held.home } });
  expect(sandbox.status).toMatchObject({ available: true });
  const plan = await sandbox.plan({
    ...{ executable: NODE, foundAs: NODE, cwd: held.cwd, home: held.home },
    ...{ effects: CLAIMS, writableRoots: [held.cwd] },
  });
  const env = { ...childEnvironment(process.env), HOME: held.home };
  vi.unstubAllEnvs();
  const withSandbox = await attack(held, env, plan.wrap);

  const rows = Object.keys(without).map((name) => `| ${name} | ${without[name]} | ${withSandbox[name]} |`);
  process.stdout.write(`\n| attempt | without | with |\n|---|---|---|\n${rows.join('\n')}\n`);
  const expected = Object.keys(without).map((name) => [name, impossible(free).includes(name) ? 'stopped' : 'done']);
  expect(expected.length).toBeGreaterThanOrEqual(31);
  expect(without).toStrictEqual(Object.fromEntries(expected));
  expect(withSandbox).toStrictEqual(Object.fromEntries(expected.map(([name]) => [name, 'stopped'])));
});
