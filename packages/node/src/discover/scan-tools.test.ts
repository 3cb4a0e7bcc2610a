// needs: bwrap
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTools, resolveTool } from './list-tools.ts';
import type { ScanEvent, ScanSettings } from './scan-tools.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { answering, createTestMachine, describing, NO_SANDBOX } from '../testing/test-machine.ts';

const SANDBOX = await createSandbox();
const document = (name: string, description = 'A tool') => describing(name, { description });
const answer = (name: string, description?: string): string => answering(document(name, description));

async function prepare() {
  const machine = await createTestMachine(SANDBOX);
  const { scanEvents } = machine;
  return {
    ...machine,
    scan: async (settings?: Partial<ScanSettings>) => summary(await scanEvents(settings)),
    script: (name: string, text: string) => machine.directory.script(`bin/${name}`, text),
  };
}

function summary(events: readonly ScanEvent[]) {
  const last = events.at(-1);
  if (last?.event !== 'done') throw new Error('The scan did not end with `done`.');
  const { found } = last.scan;
  expect(last.counts.skipped).toBe(last.scan.skipped.length);
  return {
    counts: last.counts,
    found,
    names: found.map(({ tool, origin }) => `${origin}/${tool.name}`),
    skipped: last.scan.skipped.map(({ source, code }) => `${source.split('/').at(-1)}: ${code}`),
    reasons: last.scan.skipped.map(({ reason }) => reason),
  };
}

test('only programs that carry a marker are run, once, and what they say is remembered', async () => {
  const { bin, data, script, scan } = await prepare();
  const hello = await script('hello', answer('hello'));
  await script('plain', `#!/bin/sh\necho ran > "${bin}/../ran"\n`);
  await script('mute', '#!/bin/sh\n# knows --agent\nexit 4\n');
  const first = await scan();
  expect(first.names).toStrictEqual(['probed/hello']);
  expect(first.found[0]).toMatchObject({ source: hello, executable: { path: hello, foundAs: hello } });
  expect(first.skipped).toStrictEqual(['mute: failed']);
  expect(first.counts).toMatchObject({ executables: 3, marked: 2, cached: 0, asked: 2, started: 3 });
  expect(await readdir(join(bin, '..'))).not.toContain('ran');

  const again = await scan();
  expect(again.counts).toMatchObject({ executables: 3, cached: 3, read: 0, asked: 0, started: 0 });
  expect([again.found, again.skipped]).toStrictEqual([first.found, first.skipped]);

  expect(JSON.parse(await readFile(join(data, 'tools/hello.json'), 'utf8'))).toStrictEqual(document('hello'));
  const registry = JSON.parse(await readFile(join(data, 'registry.json'), 'utf8'));
  expect(registry.tools).toMatchObject([
    { ...first.found[0]?.executable, name: 'hello', source: 'native', document: join(data, 'tools/hello.json') },
  ]);
});

test('a program that was replaced is asked again; one that is gone, or answers no more, is forgotten', async () => {
  const { bin, env, script, scan } = await prepare();
  await script('one', answer('one'));
  await script('two', answer('two'));
  await script('three', answer('three'));
  await scan();
  await script('one', answer('one', 'Another one'));
  await rm(join(bin, 'two'));
  await script('three', '#!/bin/sh\n# --agent\nexit 1\n');
  const listed = await listTools(env);
  expect(listed.found).toStrictEqual([]);
  expect(listed.skipped.map(({ code }) => code)).toStrictEqual(['changed', 'changed', 'changed']);
  const second = await scan();
  expect(second.found.map(({ tool }) => tool.description)).toStrictEqual(['Another one']);
  expect((await listTools(env)).found.map(({ tool }) => tool.name)).toStrictEqual(['one']);
});

test('without a sandbox nobody is asked who was not named, and that is said', async () => {
  const { script, scan } = await prepare();
  const one = await script('one', answer('one'));
  await script('two', answer('two'));
  const { names, skipped, counts } = await scan({ sandbox: NO_SANDBOX, named: [one] });
  expect(names).toStrictEqual(['probed/one']);
  expect(skipped).toStrictEqual(['two: no-sandbox']);
  expect(counts).toMatchObject({ asked: 1, started: 1 });
  expect((await scan()).names).toStrictEqual(['probed/one', 'probed/two']);
  const refreshed = await scan({ sandbox: NO_SANDBOX, refresh: true });
  expect(refreshed.names).toStrictEqual(['probed/one', 'probed/two']);
  expect(refreshed.counts).toMatchObject({ asked: 0, cached: 0 });
});

test("an answer, then documents, then shims; the user's override is laid over each, and own files are never written over", async () => {
  const { data, home, script, scan, env } = await prepare();
  await script('one', answer('one', 'answer'));
  await mkdir(join(data, 'tools'), { recursive: true });
  await mkdir(join(data, 'shims'));
  const mine = JSON.stringify(document('one', 'mine'));
  await writeFile(join(data, 'tools/one.json'), mine);
  await writeFile(join(data, 'shims/one.json'), JSON.stringify(document('one', 'shim')));
  await writeFile(join(data, 'shims/sh.json'), JSON.stringify(document('sh')));
  await writeFile(join(data, 'shims/evil.json'), JSON.stringify(document('../evil')));
  await mkdir(join(home, '.config/agent-tools/overrides'), { recursive: true });
  await writeFile(join(home, '.config/agent-tools/overrides/one.json'), JSON.stringify({ description: 'overridden' }));
  const { found, names, skipped } = await scan();
  expect(names).toStrictEqual(['probed/one', 'shims/sh']);
  expect(found[0]?.tool.description).toBe('overridden');
  expect(skipped).toStrictEqual(['one.json: shadowed', 'evil.json: invalid-metadata', 'one.json: shadowed']);
  expect(await readFile(join(data, 'tools/one.json'), 'utf8')).toBe(mine);
  expect((await scan()).found).toStrictEqual(found);
  expect((await resolveTool('sh', env))?.executable?.foundAs).toMatch(/^\/(usr\/)?bin\/sh$/);
});

test('a program that answers --schema is a canonical tool', async () => {
  const { script, scan } = await prepare();
  const tool = { name: 'file_edit', description: 'Edits', parameters: { type: 'object', properties: {} } };
  await script('editor', `#!/bin/sh\n# "parameters"\n[ "$*" = --schema ] && echo '${JSON.stringify(tool)}'\n`);
  const first = await scan();
  expect(first.names).toStrictEqual(['probed/file_edit']);
  expect(first.counts).toMatchObject({ canonical: 1, marked: 0, asked: 1, started: 1 });
  const again = await scan();
  expect(again.found).toStrictEqual(first.found);
  expect(again.counts.started).toBe(0);
});

test('what cannot be written down loses the memory of a scan, not the scan', async () => {
  const { directory, bin, script, scan } = await prepare();
  await script('one', answer('one'));
  const file = join(directory.path, 'no-directory');
  await writeFile(file, '');
  const env = { PATH: bin, HOME: file, XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
  const { names, skipped, reasons } = await scan({ env });
  expect(names).toStrictEqual(['probed/one']);
  expect(skipped.filter((one) => one.endsWith(': not-saved'))).toHaveLength(2);
  expect(reasons.at(-1)).toBe('The results are not cached: not a directory (ENOTDIR).');
});

test('a damaged registry or cache is said, or read anew, and nothing is lost but time', async () => {
  const { data, home, script, scan } = await prepare();
  await script('one', answer('one'));
  await scan();
  await writeFile(join(data, 'registry.json'), '{ "version": ');
  await writeFile(join(home, '.cache/agent-tools/scan.json'), '\0');
  const { names, skipped, counts } = await scan();
  expect(names).toStrictEqual(['probed/one']);
  expect(skipped).toContain('registry.json: registry');
  expect(counts).toMatchObject({ cached: 0, asked: 1 });
  expect((await readdir(data)).filter((name) => name.startsWith('registry.json.corrupt-'))).toHaveLength(1);
  expect((await scan()).skipped).toStrictEqual([]);
});

test('a scan that is cancelled while a program is asked does not remember it as failed', async () => {
  const { script, scan, scanEvents } = await prepare();
  const cancel = new AbortController();
  await script('slow', answer('slow').replace('case', '/bin/sleep 1; case'));
  const scanning = scanEvents({ signal: cancel.signal, onStart: () => setTimeout(() => cancel.abort(), 100) });
  await expect(scanning).rejects.toThrow('aborted');
  expect((await scan()).names).toStrictEqual(['probed/slow']);
});
