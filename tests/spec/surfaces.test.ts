// needs: bwrap
// The demands of the documents on agents, wherever a person meets it: on the command line, over MCP and over HTTP.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { createMachine, createProduct } from './product.ts';
import { block, printed } from './rfc-blocks.ts';

const product = createProduct();

afterAll(() => product.remove());

const PRINTS = '#!/bin/sh\nprintf "%s|" "$@"\n';

/** The gh of 13.1, a program that prints what it is given. */
function machineWithGh() {
  const machine = createMachine(product);
  machine.program('gh', PRINTS);
  machine.document('gh', block('13.1'));
  return machine;
}

/** Names of compiled tools. */
const names = (out: string): string[] => JSON.parse(out).map(({ name }: { name: string }) => name);

test('ATIP-10.2-1 ATIP-10.2-2 ATIP-10.2-3 the printed delegation holds on the command line and over MCP', async () => {
  const machine = machineWithGh();
  machine.program('kubectl', PRINTS);
  machine.document('kubectl', { ...printed('13.1'), name: 'kubectl' });
  const delegation = ['--delegation', machine.put('delegation.json', block('10.2'))];
  // The bundled document of gh states that a merge destroys, and a document saved beside it lifts no harm.
  const left = ['gh_pr_list', 'gh_pr_create'];
  const [compiled, denied, stranger] = await machine.atipEach(
    ['compile', 'gh', 'kubectl', '--to', 'anthropic', ...delegation],
    ['run', 'gh_repo_delete', 'repo=a', '--yes', ...delegation],
    ['run', 'kubectl_pr_list', '--yes', ...delegation],
  );
  expect(names(compiled?.out ?? '')).toStrictEqual(left);
  expect([denied?.code, denied?.out, stranger?.code]).toStrictEqual([3, '', 3]);
  expect(denied?.err).toContain('denies "gh repo delete" (deniedCommands)');
  const client = await machine.mcp(...delegation);
  expect((await client.listTools()).tools.map(({ name }) => name)).toStrictEqual(left);
  const called = await client.callTool({ name: 'gh_repo_delete', arguments: { repo: 'a' } });
  expect(called['isError']).toBe(true);
});

/** A git that can do what the pattern of 3.9 wants, and a gh whose `pr create` knows `--fill`. */
function machineWithPattern() {
  const machine = createMachine(product);
  const flag = (name: string, type: string, flags: string[]) => ({ name, type, flags, description: name });
  const command = (options: object[]) => ({ description: 'D', options, effects: { destructive: false } });
  for (const name of ['git', 'gh']) machine.program(name, PRINTS);
  const root = { atip: '0.4', version: '1', description: 'D' };
  const git = { checkout: command([flag('branch', 'string', ['-b'])]) };
  const gh = { pr: { description: 'P', commands: { create: command([flag('fill', 'boolean', ['--fill'])]) } } };
  machine.document('git', { ...root, name: 'git', commands: git });
  machine.document('gh', { ...root, name: 'gh', commands: gh });
  machine.put('.local/share/agent-tools/patterns/org-deploy.json', block('3.9'));
  return machine;
}

test('ATIP-3.9-1 ATIP-8.3-4 the printed pattern is listed, told to models, and run step by step', async () => {
  const machine = machineWithPattern();
  const [shown, prompt, ran] = await machine.atipEach(
    ['show', 'feature-branch-workflow'],
    ['prompt', 'git', 'gh'],
    ['run', '--pattern', 'feature-branch-workflow', 'branch=fix', '--yes'],
  );
  expect(shown?.out).toContain('1. git checkout -b {branch}  (Create branch)');
  expect(prompt?.out).toContain(`- feature-branch-workflow (branch): Create feature branch, make changes, open PR
  1. git checkout -b {branch} (Create branch)
  2. gh pr create --fill (Open PR)`);
  expect([ran?.code, ran?.out]).toStrictEqual([0, 'checkout|-b|fix|pr|create|--fill|']);
  const client = await machine.mcp();
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('feature-branch-workflow');
});

test('ATIP-10.3-1 the printed context is read, and told what ran', async () => {
  const machine = machineWithPattern();
  const file = machine.put('context.json', block('10.3'), 0o600);
  const context = ['--context', file];
  await machine.atip('run', 'git_checkout', 'branch=secret', '--yes', ...context);
  const { toolContext } = printed('10.3');
  const ran = { tool: 'git', command: 'checkout', exitCode: 0 };
  const availableTools = ['gh', 'kubectl', 'git'];
  expect(JSON.parse(readFileSync(file, 'utf8'))).toStrictEqual({
    toolContext: { ...toolContext, availableTools, recentCommands: [...toolContext.recentCommands, ran] },
  });
});

/** The decision about a command that destroys, and of one that only reads, of a document of the user's own. */
test('ED-trust-2 the table of trust holds on the command line, over MCP and over HTTP', async () => {
  const machine = createMachine(product);
  const quiet = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
  const commands = {
    drop: { description: 'Drops', effects: { ...quiet, destructive: true } },
    look: { description: 'Looks', effects: quiet },
  };
  machine.program('notes', PRINTS);
  machine.put('.config/agent-tools/config.json', { policy: { byTrust: true } });
  machine.document('notes', { atip: '0.4', name: 'notes', version: '1', description: 'N', commands });
  const call = (name: string) => ({ id: '1', name, arguments: {} });
  const decided = async (name: string): Promise<unknown[]> => {
    const file = machine.put(`${name}.json`, call(name));
    const [check, run] = await machine.atipEach(['check', '--json', file], ['run', name, '--yes']);
    const { calls } = JSON.parse(check?.out ?? '');
    return [name, calls[0].command.decision.decision, run?.code];
  };
  expect([await decided('notes_drop'), await decided('notes_look')]).toStrictEqual([
    ['notes_drop', 'deny', 3],
    ['notes_look', 'confirm', 0],
  ]);
  const ask = await machine.companion();
  const checked = await ask('/calls/check', { call: call('notes_drop') });
  expect(checked).toMatchObject({ status: 200, body: { decision: { decision: 'deny' } } });
  const client = await machine.mcp();
  const said = await Promise.all(['notes_drop', 'notes_look'].map((name) => client.callTool(call(name))));
  expect(said.map((one) => JSON.stringify(one).includes('A person has to confirm this call'))).toStrictEqual([
    false,
    true,
  ]);
  expect(said).toMatchObject([{ isError: true }, { isError: true }]);
});

test('ATIP-11.1-4 a document is signed by its author, and verified on another machine; a changed one is not', async () => {
  const machine = machineWithGh();
  const text = block('13.1');
  const signer = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  machine.put('work/gh.json', text);
  machine.put('work/gh.json.sigstore.json', {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: '' }, tlogEntries: [] },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest: createHash('sha256').update(text).digest('base64') },
      signature: sign('sha256', Buffer.from(text), signer.privateKey).toString('base64'),
    },
  });
  machine.put('work/release.pub', String(signer.publicKey.export({ format: 'pem', type: 'spki' })));
  machine.put('work/other.pub', String(other.publicKey.export({ format: 'pem', type: 'spki' })));
  const step = async (...words: string[]) => (await machine.atip(...words)).code;
  expect(await step('verify', 'gh.json', '--key', 'release.pub')).toBe(0);
  expect(await step('verify', 'gh.json', '--key', 'other.pub')).toBe(1);
  machine.put('work/gh.json', text.replace('"destructive": true', '"destructive": false'));
  expect(await step('verify', 'gh.json', '--key', 'release.pub')).toBe(1);
  // A document cannot vouch for itself.
  const claims = { source: 'vendor', verified: true, signedBy: 'security@example.org' };
  machine.document('gh', { ...printed('13.1'), trust: claims });
  expect(JSON.parse((await machine.atip('list', '--json')).out).tools).toMatchObject([{ name: 'gh', trust: 'user' }]);
  expect(await step('verify', 'gh')).toBe(1);
});
