import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const OLD = {
  atip: { version: '0.4' },
  name: 'gh',
  version: '1.0.0',
  description: 'GitHub',
  commands: { list: { description: 'List', effects: { destructive: false } } },
};
const NEW = {
  ...OLD,
  version: '1.1.0',
  commands: { list: { description: 'List', effects: { destructive: true } }, view: { description: 'View' } },
};

async function prepare(): Promise<string> {
  const { path, write } = await createTemporaryDirectory();
  await write('old.json', JSON.stringify(OLD));
  await write('new.json', JSON.stringify(NEW));
  await write('bad.json', '{');
  return path;
}

test('changes are told with what they mean, and harm ends in 1', async () => {
  const cwd = await prepare();
  expect(await runTestCli(['diff', 'old.json', 'new.json'], { cwd })).toStrictEqual({
    code: 1,
    stdout:
      'safety    list: destructive is stated for the worse, or no longer ruled out.\nadditive  view: gh view is new.\n',
    stderr: 'gh 1.0.0 to 1.1.0: 2 changes ask for a major version.\n',
  });
});

test('as JSON it is the whole difference', async () => {
  const cwd = await prepare();
  const { code, stdout, stderr } = await runTestCli(['diff', '--json', 'new.json', 'old.json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'major',
    changes: [{ code: 'effect-lowered' }, { code: 'command-removed' }],
  });
  expect([code, stderr]).toStrictEqual([1, '']);
});

test.each([
  [['diff', 'old.json', 'bad.json'], 1, /bad\.json is not valid: .* Run: atip validate bad\.json/],
  [['diff', 'old.json', 'none.json'], 5, /none\.json cannot be read: there is no such file \(ENOENT\)/],
  [['diff', 'old.json'], 2, /missing required argument 'new'/],
])('what cannot be compared is said: %j', async (args, expected, message) => {
  const cwd = await prepare();
  const { code, stdout, stderr } = await runTestCli(args, { cwd });
  expect([code, stdout]).toStrictEqual([expected, '']);
  expect(stderr).toMatch(message);
});
