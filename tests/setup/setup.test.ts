// `atip setup` writes into files that people wrote: what was there comes back to the byte, and what cannot be read stays.
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasHook, SETUP_AGENTS, type SetupAgent, type SetupScope } from '../../packages/cli/src/setup/agents.ts';
import { applySetup, planRemoval, planSetup, readSetup } from '../../packages/cli/src/setup/plan-setup.ts';
import { describe, expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { BROKEN_JSON, BROKEN_TOML, jsonConfigurations, TOML } from './configurations.ts';

const PROGRAM = [process.execPath, '/opt/my tools/atip/main.js'];

async function machine(agent: SetupAgent, scope: SetupScope = 'person') {
  const { at, write } = await createTemporaryDirectory();
  const place = { scope, cwd: at('project'), env: { HOME: at('home'), PATH: '' } };
  const plan = (program: readonly string[] = PROGRAM, isMcp = true) => planSetup(agent, place, { program, isMcp });
  return {
    place,
    at,
    write,
    plan,
    setUp: async (program?: readonly string[], isMcp = true) => applySetup(await plan(program, isMcp), place),
    remove: async () => applySetup(await planRemoval(agent, place), place),
    /** The files of the agent, below the directory of the test. */
    paths: async () => (await plan()).map(({ path }) => path),
  };
}

const read = (path: string): string => readFileSync(path, 'utf8');

/** JSON with comments, read by the compiler's own rule of thumb: strings, comments, trailing commas. */
function parse(text: string): Record<string, unknown> {
  const bare = text
    .replace('\ufeff', '')
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, (_all, string: string | undefined) => string ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_all, string: string | undefined) => string ?? '');
  return bare.trim() === '' ? {} : (JSON.parse(bare) as Record<string, unknown>);
}

const KEYS: Readonly<Record<string, readonly [path: readonly string[], item: string]>> = {
  'settings.json': [
    ['hooks', 'PreToolUse'],
    '[{"matcher": "Edit", "hooks": [{"type": "command", "command": "lint"}]}]',
  ],
  'hooks.json': [['hooks', 'beforeShellExecution'], '[{"command": "./audit.sh"}]'],
  'atip.json': [['hooks', 'preToolUse'], '[{"type": "command", "bash": "./audit.sh"}]'],
  'opencode.json': [['mcp'], '{"git": {"type": "local", "command": ["x"]}}'],
};

describe.each(SETUP_AGENTS)('%s', (agent) => {
  test.each(['person', 'project'] as const)('%s: nothing there, and nothing left', async (scope) => {
    const { setUp, remove, paths, place, at } = await machine(agent, scope);
    if (agent === 'claude-desktop' && scope === 'project') return;
    await setUp();
    const files = await paths();
    expect(files.every((path) => path.startsWith(at(scope === 'person' ? 'home' : 'project')))).toBe(true);
    expect(files.map((path) => existsSync(path))).toStrictEqual(files.map(() => true));
    const state = await readSetup(agent, place);
    expect([state.hook, state.mcp]).toStrictEqual([hasHook(agent) ? 'set-up' : 'none', 'set-up']);
    await remove();
    expect(files.map((path) => existsSync(path))).toStrictEqual(files.map(() => false));
  });

  test('each file as people have it: set up, again, removed', async () => {
    const { setUp, remove, paths, write, at } = await machine(agent);
    for (const path of await paths()) {
      const [keys, item] = KEYS[path.split('/').at(-1) ?? ''] ?? [['mcpServers'], '{"git": {"command": "x"}}'];
      const configurations = path.endsWith('.toml') ? TOML : jsonConfigurations(keys, item);
      for (const { name, text } of configurations) {
        await write(path.slice(at('').length), text, 0o640);
        await setUp();
        const once = read(path);
        const isKept = path.endsWith('.toml') ? once.startsWith(text) : keeps(parse(once), parse(text));
        expect([name, isKept]).toStrictEqual([name, true]);
        expect(/gate --hook|"mcp"/.test(once)).toBe(true);
        if (text.includes('\r\n')) expect(/[^\r]\n/.test(once)).toBe(false);
        await setUp();
        expect(read(path)).toBe(once);
        await setUp([process.execPath, '/elsewhere/atip.js']);
        expect(read(path)).not.toBe(once);
        await setUp();
        await remove();
        expect([name, read(path)]).toStrictEqual([name, text]);
        expect(statSync(path).mode & 0o777).toBe(0o640);
        expect((await readdir(dirname(path))).filter((one) => one.includes('atip-backup'))).toStrictEqual([]);
      }
    }
  });

  test('what somebody changed since stays, and only ours goes', async () => {
    const { setUp, remove, paths, write, at } = await machine(agent);
    for (const path of await paths()) {
      const isToml = path.endsWith('.toml');
      for (const { name, text } of isToml ? TOML : jsonConfigurations(['a', 'b'], '[1]')) {
        await write(path.slice(at('').length), text);
        await setUp();
        const added = isToml ? '\nlater = 1\n' : '\n// later\n';
        await writeFile(path, read(path) + added);
        await remove();
        const left = read(path);
        expect([name, left.endsWith(added)]).toStrictEqual([name, true]);
        expect([name, /gate --hook|"mcp"|atip: begin/.test(left)]).toStrictEqual([name, false]);
        if (!isToml) {
          const { version: _head, ...rest } = parse(left);
          expect([name, rest]).toStrictEqual([name, parse(text)]);
        }
      }
    }
  });

  test('what cannot be read is named with its line, and stays', async () => {
    const { plan, paths, write, at, place } = await machine(agent);
    for (const path of await paths()) {
      for (const { name, text, line } of path.endsWith('.toml') ? BROKEN_TOML : BROKEN_JSON) {
        await write(path.slice(at('').length), text);
        const said = await plan().then(
          () => 'planned',
          (error: unknown) => String(error),
        );
        expect([name, said.includes(`${path}:${line}: `) || said]).toStrictEqual([name, true]);
        expect(read(path)).toBe(text);
      }
      await write(path.slice(at('').length), Buffer.from([0xff, 0xfe, 0x7b, 0x00]).toString('latin1'));
      await writeFile(path, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
      await expect(plan()).rejects.toThrow('UTF-8');
      expect(Object.values(await readSetup(agent, place))).toContain('broken');
      await writeFile(path, '');
    }
  });
});

/** True if all that was in an object is in another, lists longer at their ends. */
function keeps(now: unknown, before: unknown): boolean {
  if (Array.isArray(before)) return Array.isArray(now) && before.every((one, at) => keeps(now[at], one));
  if (typeof before !== 'object' || before === null) return now === before;
  return Object.entries(before).every(
    ([key, value]) => typeof now === 'object' && now !== null && keeps(Reflect.get(now, key), value),
  );
}

test('a link is written through, and stays a link', async () => {
  const { setUp, remove, write, at } = await machine('gemini');
  const target = await write('dotfiles/gemini.json', '{"a": 1}\n', 0o644);
  await write('home/.gemini/other', '');
  symlinkSync(target, at('home/.gemini/settings.json'));
  await setUp();
  expect(lstatSync(at('home/.gemini/settings.json')).isSymbolicLink()).toBe(true);
  expect(read(target)).toContain('gate --hook gemini ||');
  expect(read(`${target}.atip-backup`)).toBe('{"a": 1}\n');
  await remove();
  expect(read(target)).toBe('{"a": 1}\n');
});

test('a link to nothing is left alone', async () => {
  const { setUp, write, at } = await machine('gemini');
  await write('home/.gemini/other', '');
  symlinkSync(at('nowhere'), at('home/.gemini/settings.json'));
  await expect(setUp()).rejects.toThrow('it is a broken link');
});

test('the command survives spaces and quotes, fails closed, and stands in a group with others', async () => {
  const { setUp, remove, write, at, place } = await machine('claude-code');
  await setUp([process.execPath, "/it's here/atip.js"], false);
  const path = at('home/.claude/settings.json');
  const command = `${process.execPath} '/it'\\''s here/atip.js' gate --hook claude-code || ! echo 'atip blocks this line.' >&2 || exit 2`;
  expect(parse(read(path))).toStrictEqual({
    hooks: { PreToolUse: [{ matcher: 'Bash|Monitor', hooks: [{ type: 'command', command, timeout: 30 }] }] },
  });
  const other = { type: 'command', command: 'lint' };
  await write(
    'home/.claude/settings.json',
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [other, { type: 'command', command }] }] } }),
  );
  await remove();
  expect(parse(read(path))).toStrictEqual({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [other] }] } });
  expect((await readSetup('claude-code', place)).hook).toBe('not');
});

/** The command line of a hook, as `atip setup` writes it for a program. */
async function hookFor(program: string): Promise<string> {
  const { setUp, at } = await machine('claude-code');
  await setUp([program], false);
  const { hooks } = parse(read(at('home/.claude/settings.json'))) as { readonly hooks: Record<string, unknown> };
  const [
    {
      hooks: [{ command }],
    },
  ] = hooks['PreToolUse'] as [{ hooks: [{ command: string }] }];
  return command;
}

test.each([
  ['ends with 0', 'exit 0', 0],
  ['ends with 1 and says nothing', 'exit 1', 2],
  ['ends with 2 and says nothing', 'exit 2', 2],
  ['is killed', 'kill -9 $$', 2],
  ['is gone', undefined, 2],
])('a hook whose program %s', async (_name, script, code) => {
  const { write, at } = await machine('claude-code');
  if (script !== undefined)
    await write("a b/it's", `#!/bin/sh\n[ "$*" = "gate --hook claude-code" ] || exit 9\n${script}\n`, 0o755);
  const command = await hookFor(at("a b/it's"));
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  // Codex and Gemini CLI go on after code 2 without a reason.
  expect([status, stdout, stderr.endsWith('atip blocks this line.\n')]).toStrictEqual([code, '', code === 2]);
});

test('a comment before an entry does not swallow what stands behind it', async () => {
  const { remove, write } = await machine('cursor');
  const own = '"atip": {"command": "/x/atip", "args": ["mcp"]}';
  const path = await write('home/.cursor/mcp.json', `{"mcpServers": {\n  "git": {} // why\n  , ${own}}}\n`);
  await remove();
  expect(read(path)).toBe('{"mcpServers": {\n  "git": {} // why\n  }}\n');
  await write('home/.cursor/mcp.json', `{"mcpServers": { // why\n  ${own}, "git": {}}}\n`);
  await remove();
  expect(read(path)).toBe('{"mcpServers": { // why\n "git": {}}}\n');
});

test('a server of the same name that somebody else wrote is refused', async () => {
  const { plan, write } = await machine('cursor');
  await write(
    'home/.cursor/mcp.json',
    '{"mcpServers": {"atip": {"command": "npx", "args": ["atip", "mcp", "--tools", "git"]}}}',
  );
  await expect(plan()).rejects.toThrow('that atip setup did not write');
});

test.each(SETUP_AGENTS)('%s: options behind mcp stay when the program moves, and go with the entry', async (agent) => {
  const { setUp, remove, plan, paths, place } = await machine(agent);
  await setUp(['/old/atip']);
  const path = (await paths()).find((one) => /"mcp"/.test(read(one))) ?? '';
  await writeFile(path, read(path).replace(/"mcp"(?=[\s,\]]*\])/, '"mcp", "--tools", "git:status"'));
  expect((await plan(['/old/atip'])).map(({ action }) => action)).not.toContain('change');
  await setUp();
  expect([read(path).includes('/old/atip'), read(path).includes('git:status')]).toStrictEqual([false, true]);
  await remove();
  expect((await readSetup(agent, place)).mcp).toBe('not');
  expect(existsSync(path) && read(path).includes('git:status')).toBe(false);
});

test('a file that changes while somebody is asked is not written', async () => {
  const { plan, place, write, at } = await machine('gemini');
  const path = await write('home/.gemini/settings.json', '{}\n');
  const changes = await plan();
  await writeFile(path, '{"b": 2}\n');
  await expect(applySetup(changes, place)).rejects.toThrow('changed meanwhile');
  expect(read(at('home/.gemini/settings.json'))).toBe('{"b": 2}\n');
});

test.each([
  ['claude-code', '.claude', { disableAllHooks: true }],
  ['gemini', '.gemini', { hooksConfig: { enabled: false } }],
] as const)('%s: hooks that are turned off are no gate', async (agent, directory, off) => {
  const { setUp, remove, write, at, place } = await machine(agent);
  await setUp();
  const path = at(`home/${directory}/settings.json`);
  await writeFile(path, JSON.stringify({ ...parse(read(path)), ...off }));
  const { hook, detail } = await readSetup(agent, place);
  expect([hook, detail?.includes('turns every hook off.')]).toStrictEqual(['broken', true]);
  await expect(setUp()).rejects.toThrow('turns every hook off. Remove that first.');
  await remove();
  expect(parse(read(path))).toStrictEqual(off);
  await write(`home/${directory}/settings.json`, JSON.stringify(off));
  await expect(setUp()).rejects.toThrow('turns every hook off.');
});

test.each([
  ['claude-code', '"timeout": 30', 1],
  ['codex', '"timeout": 30', 2],
  ['gemini', '"timeout": 30000', 1],
  ['cursor', '"timeout": 30', 1],
  ['copilot', '"timeoutSec": 30', 1],
] as const)('%s waits longer for its hook than the hook for itself', async (agent, limit, times) => {
  const { setUp, paths } = await machine(agent);
  await setUp(PROGRAM, false);
  const [path = ''] = await paths();
  expect(read(path).split(limit)).toHaveLength(times + 1);
});
