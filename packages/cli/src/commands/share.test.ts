import { decodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { createDemoMachine, LEAKED_TOKEN } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const TEXT = '{ "atip": "0.3", not yet valid';

test('the fragment carries the document under its base name, and the provider', async () => {
  const { work: cwd, write } = await createDemoMachine();
  await write('gh.json', TEXT);
  const { code, stdout, stderr } = await runTestCli(['share', './gh.json', '--provider', 'gemini'], { cwd });
  expect([code, stderr, stdout.endsWith('\n')]).toStrictEqual([0, '', true]);
  expect(decodeShare(stdout.trimEnd())).toStrictEqual({
    ok: true,
    state: { documents: [{ name: 'gh.json', text: TEXT }], provider: 'gemini' },
  });
});

test('--origin gives the whole link, whatever fragment it had', async () => {
  const { stdout } = await runTestCli(['share', '-', '--origin', 'http://127.0.0.1:4170/#old'], { input: TEXT });
  const [base, fragment] = stdout.trimEnd().split('#');
  expect(base).toBe('http://127.0.0.1:4170/');
  expect(decodeShare(`#${fragment}`)).toStrictEqual({
    ok: true,
    state: { documents: [{ name: 'stdin.json', text: TEXT }], provider: 'openai' },
  });
});

test.each(['javascript:alert(1)', 'example', 'file:///etc/passwd'])('%s is no origin', async (origin) => {
  const { code, stdout } = await runTestCli(['share', '-', '--origin', origin], { input: TEXT });
  expect([code, stdout]).toStrictEqual([2, '']);
});

test('a link that would carry a secret is given with a warning that does not repeat it', async () => {
  const { code, stdout, stderr } = await runTestCli(['share', '-'], { input: `{"atip": "${LEAKED_TOKEN}"}` });
  expect([code, stdout.startsWith('#v2.'), stderr]).toStrictEqual([
    0,
    true,
    'The document may contain a secret, and everybody with the link can read it.\n',
  ]);
});

test('other JSON makes no link', async () => {
  expect(await runTestCli(['share', '-'], { input: '{"name":"x"}' })).toStrictEqual({
    code: 1,
    stdout: '',
    stderr: 'atip: <stdin> is not an ATIP document: it has no "atip" (atip describe makes one).\n',
  });
});
