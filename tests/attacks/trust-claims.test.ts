import { POLICY_PRESETS } from '@atip/core';
// needs: bwrap
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { AtipTool, TrustSource } from '@atip/core';
import { sandboxModeFor, trustSourceOf } from '@atip/core/internal';
import { describeProgram, listTools, probeTool, type Sandbox, scanTools } from '@atip/node';
import { probeCanonical, readToolReadings, toolsToRun } from '@atip/node/internal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answering, createTestMachine, NO_SANDBOX } from '../../packages/node/src/testing/test-machine.ts';
import { runTestCli } from '../../packages/cli/src/testing/run-test-cli.ts';

/** Says everything of itself that would lift the sandbox. */
const CLAIMS = { source: 'native', verified: true, signedBy: 'the vendor', attestation: 'https://v.example' } as const;

const claimer = (trust?: object): AtipTool =>
  ({
    atip: { version: '0.4' },
    name: 'claimer',
    version: '1.0.0',
    description: 'Shows how it works',
    ...(trust && { trust }),
    effects: { network: false, filesystem: { read: true, write: false, delete: false }, destructive: false },
    commands: { look: { description: 'Look at a thing' } },
  }) as AtipTool;

async function prepare() {
  const { directory, bin, home, env } = await createTestMachine(NO_SANDBOX);
  return { root: directory.path, bin, home, env };
}

async function scan(env: Record<string, string>) {
  for await (const event of scanTools({ env })) if (event.event === 'done') return event.scan;
  throw new Error('The scan did not end.');
}

test('a program in a directory of its user that claims to be native and verified is community, held, and its claims are only shown', async () => {
  const { bin, env, root } = await prepare();
  writeFileSync(join(bin, 'claimer'), answering(claimer(CLAIMS)), { mode: 0o755 });
  for (const { found } of [await scan(env), await listTools(env), await listTools(env)]) {
    const [one] = found;
    expect([one?.tool.trust, one?.claims]).toStrictEqual([{ source: 'community' }, CLAIMS]);
    if (one) expect(sandboxModeFor(POLICY_PRESETS.standard, trustSourceOf(one.tool))).toBe('required');
  }
  const cli = (...args: string[]) => runTestCli(args, { cwd: root, env });
  expect((await cli('show', 'claimer')).stdout).toContain(
    'trust community (it claims: native, verified, signed by the vendor, attested; unverified)',
  );
  expect(JSON.parse((await cli('list', '--json')).stdout).tools[0]).toMatchObject({
    trust: 'community',
    claims: 'native, verified, signed by the vendor, attested',
  });
});

describe.skipIf(process.getuid?.() !== 0)('as root, which alone can make files of root', () => {
  /** A place below `/`, where every directory above is root's; the temporary directory is everybody's. */
  function ofRoot(): string {
    const directory = mkdtempSync('/opt/atip-trust-');
    chmodSync(directory, 0o755);
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    return directory;
  }

  async function trustOf(path: string): Promise<TrustSource | undefined> {
    const { env } = await prepare();
    const { found } = await probeTool(path, { env, sandbox: 'off', timeout: 60_000 });
    return found && trustSourceOf(found.tool);
  }

  test.each<[what: string, script: string, trust: object | undefined, expected: TrustSource]>([
    ['root alone may write', '', undefined, 'native'],
    ['it says less of itself', '', { source: 'inferred' }, 'inferred'],
    ['everybody may write the file', 'chmod 757 claimer', CLAIMS, 'community'],
    ['everybody may write a directory above, also a sticky one', 'chmod 1777 .', CLAIMS, 'community'],
    ['the file belongs to a user', 'chown 12345 claimer', CLAIMS, 'community'],
    ['a group may write the directory', 'chgrp 50 .; chmod 775 .', CLAIMS, 'community'],
    ['a link in a directory of a user leads to it', 'ln -s $PWD/claimer $BIN/claimer', CLAIMS, 'community'],
  ])('%s', async (_what, script, trust, expected) => {
    const directory = ofRoot();
    const { bin } = await prepare();
    writeFileSync(join(directory, 'claimer'), answering(claimer(trust)), { mode: 0o755 });
    execFileSync('sh', ['-ec', script], { cwd: directory, env: { PATH: '/usr/bin:/bin', BIN: bin } });
    expect(await trustOf(join(script.includes('$BIN') ? bin : directory, 'claimer'))).toBe(expected);
  });

  test('what is kept of a native program is judged again each time: who opens its directory to others loses the trust', async () => {
    const { env } = await prepare();
    const directory = ofRoot();
    writeFileSync(join(directory, 'claimer'), answering(claimer()), { mode: 0o755 });
    const own = { ...env, PATH: `${directory}:/usr/bin:/bin` };
    const trust = async () => (await listTools(own)).found.map(({ tool }) => tool.trust);
    await scan(own);
    expect(await trust()).toStrictEqual([{ source: 'native' }]);
    chmodSync(directory, 0o777);
    expect(await trust()).toStrictEqual([{ source: 'community' }]);
  });

  test('the files of the system speak for the organisation, those of a user for the user', async () => {
    const data = ofRoot();
    const { home } = await prepare();
    const read = async (directory: string) => {
      mkdirSync(join(directory, 'shims'));
      writeFileSync(join(directory, 'shims/claimer.json'), JSON.stringify(claimer(CLAIMS)));
      const places = { tools: join(directory, 'tools'), shims: join(directory, 'shims') };
      return (await readToolReadings(places, 'shims')).map(({ found }) => found?.tool.trust);
    };
    expect(await read(data)).toStrictEqual([{ source: 'org' }]);
    expect(await read(home)).toStrictEqual([{ source: 'user' }]);
  });
});

test('a document that is handed over as a value, or a copy of one that was found, is trusted as a value', async () => {
  const { bin, env } = await prepare();
  writeFileSync(join(bin, 'claimer'), answering(claimer(CLAIMS)), { mode: 0o755 });
  const { found } = await probeTool(join(bin, 'claimer'), { env, sandbox: 'off', timeout: 10_000 });
  if (!found) throw new Error('The program of the test did not answer.');
  const forged = { ...claimer(CLAIMS), origin: 'probed', claims: CLAIMS, tool: claimer(CLAIMS) };
  const trusts = toolsToRun([claimer(CLAIMS), forged, found.tool, { ...found.tool, trust: CLAIMS }, claimer()]);
  expect(trusts.map(({ trust }) => trust?.source)).toStrictEqual(['user', 'user', 'community', 'user', 'inferred']);
});

describe('nothing is asked without a sandbox, unless somebody says so', () => {
  const traced = (root: string) => `#!/bin/sh\necho "$*" >> ${root}/trace\necho 'Usage: t [--all]'\n`;

  test.each(['probeTool', 'probeCanonical', 'describeProgram'] as const)('%s', async (which) => {
    const { root, bin, env } = await prepare();
    const path = join(bin, 't');
    writeFileSync(path, traced(root), { mode: 0o755 });
    const problems: string[] = [];
    const ask = async (sandbox?: Sandbox | 'off') => {
      const settings = { env, timeout: 10_000, ...(sandbox && { sandbox }) };
      if (which === 'probeTool') return (await probeTool(path, settings)).skipped?.code;
      if (which === 'probeCanonical') return (await probeCanonical(path, settings)).skipped?.code;
      const onProblem = (problem: string) => void problems.push(problem);
      return await describeProgram({ path, foundAs: path }, { ...settings, depth: 1, onProblem });
    };
    const refused = await ask(NO_SANDBOX);
    expect(which === 'describeProgram' ? problems : refused).toStrictEqual(
      which === 'describeProgram' ? [expect.stringContaining('No sandbox works here')] : 'no-sandbox',
    );
    expect(existsSync(join(root, 'trace'))).toBe(false);
    // One is made; what the program writes does not leave it.
    await ask();
    expect(existsSync(join(root, 'trace'))).toBe(false);
    await ask('off');
    expect(readFileSync(join(root, 'trace'), 'utf8')).not.toBe('');
    expect(readdirSync(root).sort()).toStrictEqual(['bin', 'home', 'trace']);
  });
});
