// needs: bwrap, git
import { access, chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtipTool, ToolCall } from '@atip/core';
import { createExecutor, createSandbox, listTools } from '@atip/node';
import { describe, expect, test } from 'vitest';
import { createDemoMachine, type DemoMachine } from '../../packages/cli/src/testing/demo-machine.ts';
import { runTestCli } from '../../packages/cli/src/testing/run-test-cli.ts';

const SANDBOX = await createSandbox();
const CALL: ToolCall = { id: 'c1', name: 'demo_wipe', arguments: {} };

/** Has a call that wants a confirmation made; `meanwhile` happens between the question and the yes. @returns what was answered */
type Caller = (machine: DemoMachine, meanwhile: () => Promise<void>) => Promise<string>;

/** The command line and the executor; MCP and the companion have nothing of their own between question and run. */
const CALLERS: Readonly<Record<string, Caller>> = {
  'atip run': async ({ env, work: cwd }, meanwhile) => {
    const ask = async (): Promise<string> => {
      await meanwhile();
      return 'yes';
    };
    return (await runTestCli(['run', 'demo_wipe'], { env, cwd, ask })).stderr;
  },
  executor: async ({ env, work: cwd }, meanwhile) => {
    const { found } = await listTools(env);
    const confirmationHandler = async (): Promise<boolean> => {
      await meanwhile();
      return true;
    };
    const tools = found.map(({ tool }) => tool);
    const executor = createExecutor({
      tools,
      found,
      env,
      sandbox: SANDBOX,
      execution: { cwd },
      policy: { confirmationHandler, byTrust: false },
    });
    return executor.execute(CALL).then(({ content }) => content, String);
  },
};

const hasRun = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const OTHER = '#!/bin/sh\ntouch wiped swapped\n';

const SWAPS: Readonly<Record<string, (machine: DemoMachine) => Promise<void>>> = {
  'other bytes are written into it': ({ bin }) => writeFile(join(bin, 'demo'), OTHER),
  'another file is put in its place': async ({ script, bin }) => {
    await rename(await script('other', OTHER), join(bin, 'demo'));
  },
  'it becomes a link to another': async ({ script, bin }) => {
    const other = await script('other', OTHER);
    await rm(join(bin, 'demo'));
    await symlink(other, join(bin, 'demo'));
  },
  'it goes away': ({ bin }) => rename(join(bin, 'demo'), join(bin, 'gone')),
  'it may not be executed any more': ({ bin }) => chmod(join(bin, 'demo'), 0o644),
};

describe.each(Object.entries(CALLERS))('%s', (name, call) => {
  test('what nobody touched runs after the yes', async () => {
    const machine = await createDemoMachine();
    await call(machine, async () => undefined);
    expect(await hasRun(join(machine.work, 'wiped'))).toBe(true);
  });

  // All come to one look at the program, right before it runs; the ways around that are tried at the first.
  const swaps = Object.entries(SWAPS).slice(0, name === 'executor' ? undefined : 1);

  test.each(swaps)('the yes was about the program as it was: %s', async (_swap, swap) => {
    const machine = await createDemoMachine();
    const answer = await call(machine, () => swap(machine));
    expect(answer).toMatch(/was replaced after the call was checked\. Nothing ran/);
    expect(await hasRun(join(machine.work, 'wiped'))).toBe(false);
    expect(await hasRun(join(machine.work, 'swapped'))).toBe(false);
  });
});

describe('atip run reads policy and document again', () => {
  const run = async (machine: DemoMachine, meanwhile: () => Promise<void>) => {
    const ask = async (): Promise<string> => {
      await meanwhile();
      return 'yes';
    };
    const { env, work: cwd } = machine;
    return runTestCli(['run', 'demo_wipe', '--policy', './policy.json'], { env, cwd, ask });
  };

  test.each<[string, (machine: DemoMachine) => Promise<void>]>([
    [
      'the policy denies it now',
      ({ work }) => writeFile(join(work, 'policy.json'), JSON.stringify({ denyRestricted: true, byTrust: false })),
    ],
    [
      'the policy wants no sandbox any more',
      ({ work }) => writeFile(join(work, 'policy.json'), JSON.stringify({ sandbox: 'off', byTrust: false })),
    ],
    [
      'the document says more of it now',
      async ({ home }) => {
        const path = join(home, '.local/share/agent-tools/tools/demo.json');
        const tool: AtipTool = JSON.parse(await readFile(path, 'utf8'));
        await writeFile(
          path,
          JSON.stringify({ ...tool, effects: { network: true } }).replaceAll('"network":false', '"network":true'),
        );
      },
    ],
  ])('%s', async (_name, change) => {
    const machine = await createDemoMachine();
    await writeFile(join(machine.work, 'policy.json'), '{ "byTrust": false }');
    const { code, stderr } = await run(machine, () => change(machine));
    expect(stderr).toMatch(/What is known of demo wipe changed after the call was checked\. Nothing ran/);
    expect([code, await hasRun(join(machine.work, 'wiped'))]).toStrictEqual([5, false]);
  });
});

test('a program that is described by nobody’s digest is the one that was asked about, also by another PATH entry', async () => {
  const machine = await createDemoMachine();
  const first = join(machine.work, '../first');
  await mkdir(first);
  const env = { ...machine.env, PATH: `${first}:${machine.env['PATH']}` };
  const plant = async (): Promise<void> => {
    await writeFile(join(first, 'demo'), OTHER);
    await chmod(join(first, 'demo'), 0o755);
  };
  const answer = await CALLERS['atip run']?.({ ...machine, env }, plant);
  expect(answer).toMatch(/was replaced after the call was checked/);
  expect(await hasRun(join(machine.work, 'wiped'))).toBe(false);
});
