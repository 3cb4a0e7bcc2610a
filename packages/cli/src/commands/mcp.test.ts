import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { speak } from '../testing/speak-mcp.ts';

const leaf = { description: 'Does something', effects: { destructive: false } };
const DOCUMENT = {
  ...{ atip: { version: '0.4' }, name: 'demo', version: '1.0.0', description: 'Demo' },
  commands: { say: leaf, note: { description: 'Notes', commands: { add: leaf, list: leaf } } },
};

/** Speaks to `atip mcp` where `demo` has a document. */
async function begin(options: readonly string[], ...requests: readonly (readonly [string, object])[]) {
  const { path: cwd, write } = await createTemporaryDirectory();
  await write('.local/share/agent-tools/tools/demo.json', JSON.stringify(DOCUMENT));
  const env = { HOME: cwd, PATH: '/usr/bin:/bin', XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
  return speak(options, { env, cwd }, ...requests);
}

test.each([
  [[], ['demo_say', 'demo_note_add', 'demo_note_list']],
  [
    ['--tools', 'demo:say', 'demo:note l*'],
    ['demo_say', 'demo_note_list'],
  ],
  [
    ['--commands', 'note'],
    ['demo_note_add', 'demo_note_list'],
  ],
  [['--tools', 'demo:say,note', '--commands', 'note add'], ['demo_note_add']],
  [['--depth', '1'], ['demo_say']],
  [
    ['--strategy', 'search'],
    ['search_commands', 'describe_command', 'run_command'],
  ],
  [
    ['--tools', 'demo', '--line'],
    ['demo_say', 'demo_note_add', 'demo_note_list', 'run_line'],
  ],
])('%j', async (options, names) => {
  const { answers, code } = await begin(options, ['tools/list', {}]);
  const tools = answers[1]?.['tools'];
  const listed = Array.isArray(tools) ? tools.map(({ name }: { readonly name: string }) => name) : tools;
  expect([listed, code]).toStrictEqual([names, 0]);
});

test.each([
  [['--tools', 'dmeo'], 1, 'No tool is called "dmeo" (did you mean "demo"?)'],
  [
    ['--tools', 'demo:wipe,sya,nope'],
    1,
    '"demo" has no command "sya" (did you mean "say"?), and "demo" has no command "nope"',
  ],
  [['--tools', 'none', 'demo:nope'], 1, 'No tool is called "none", and "demo" has no command "nope"'],
  [['--commands', 'notes'], 2, 'No tool has a command called "notes". Did you mean note?'],
])('what is wrong with %j is told to the client as well', async (options, code, said) => {
  const spoken = await begin(options, ['tools/list', {}]);
  expect([spoken.code, spoken.answers[0]]).toStrictEqual([
    code,
    { code: -32602, message: expect.stringContaining(said) },
  ]);
  expect(spoken.stderr).toContain(said);
});

test.each([
  [['--strategy', 'all'], 'Allowed choices are discrete, search.'],
  [['--confirm', 'terminal'], 'Allowed choices are ask, client, deny.'],
])('%j is refused before a client is heard', async (options, said) => {
  const { code, stderr } = await begin(options);
  expect([code, stderr.includes(said)]).toStrictEqual([2, true]);
});
