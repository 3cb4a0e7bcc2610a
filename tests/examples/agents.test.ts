// needs: bwrap, git
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBlocks } from '../docs/read-blocks.ts';
import { IS_LONG } from '../long.ts';
import { type RecordedTurn, startRecordedProvider } from './recorded-provider.ts';
import { BESIDE_EXAMPLES, ROOT, runExample } from './run-example.ts';
import { stripProgram } from './strip-program.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

/** The variables by which each SDK finds a provider on loopback. */
const SDKS: Readonly<Record<string, (url: string) => Readonly<Record<string, string>>>> = {
  openai: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-of-the-test' }),
  'openai-responses': (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'sk-of-the-test' }),
  anthropic: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-of-the-test' }),
  gemini: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'sk-of-the-test' }),
  bedrock: (url) => ({
    ...{ AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url, AWS_REGION: 'eu-central-1' },
    // Its SDK warns that it will want another Node next year.
    NODE_NO_WARNINGS: '1',
    ...{ AWS_ACCESS_KEY_ID: 'id-of-the-test', AWS_SECRET_ACCESS_KEY: 'key-of-the-test' },
  }),
};

/** Damage as each provider can have it: text that is cut, or no object. */
const DAMAGE: Readonly<Record<string, unknown>> = {
  openai: '{"max-count":',
  'openai-responses': '{"max-count":',
  anthropic: 'max-count',
  gemini: ['max-count'],
  bedrock: 'max-count',
};

const CUT = 'Nothing ran. Its arguments are not valid JSON: Unexpected end of JSON input.';
const NO_OBJECT = 'Nothing ran. Its arguments are not a JSON object.';

async function runAgent(name: string, turns: readonly RecordedTurn[], file = `examples/agents/${name}.ts`) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-agents-')));
  const cwd = join(home, 'repository');
  const provider = await startRecordedProvider(name, turns);
  try {
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
        stdio: 'pipe',
      });
    };
    git('init', '--quiet', cwd);
    git('-C', cwd, 'commit', '--quiet', '--allow-empty', '-m', `Rotate ${TOKEN}`);
    writeFileSync(join(cwd, 'new.txt'), 'new\n');
    const program = await stripProgram(join(ROOT, file), BESIDE_EXAMPLES);
    const guard = ['--import', join(ROOT, 'tests/examples/only-loopback.mjs')];
    const env = { ...SDKS[name]?.(provider.url), HOME: home };
    const end = await runExample({ runtime: 'node', args: [...guard, program], cwd, env, input: 'y\n' });
    return { end, received: provider.received, left: readdirSync(cwd).includes('new.txt') };
  } finally {
    await provider.stop();
    rmSync(home, { recursive: true });
  }
}

/** The programs differ by the names of their SDK. */
const TRIED = Object.keys(SDKS).filter((name) => IS_LONG || name === 'openai' || name === 'anthropic');

test.each(TRIED)('%s: five turns, every call answered', async (name) => {
  const log = { name: 'git_log', arguments: { 'max-count': 1, format: '%s' } };
  const { end, received, left } = await runAgent(name, [
    [
      { id: 'secret', ...log },
      { id: 'huge', name: 'seq', arguments: { number: ['100000'] } },
    ],
    [
      { id: 'damaged', name: 'git_log', arguments: DAMAGE[name] },
      { id: 'whole', ...log },
    ],
    [
      { id: 'invalid', name: 'git_log', arguments: { 'max-count': 'many' } },
      { id: 'unknown', name: 'git_lag', arguments: {} },
    ],
    [{ id: 'destructive', name: 'git_clean', arguments: { force: true } }],
    [{ id: 'timeout', name: 'sleep', arguments: { duration: ['60'] } }],
    'All done.',
  ]);
  expect(end.stderr).toBe('');
  const texts = received.map((results) => Object.fromEntries(results.map(({ id, text }) => [id, text])));
  expect(texts.map((results) => Object.keys(results).sort())).toStrictEqual([
    ['huge', 'secret'],
    ['damaged', 'whole'],
    ['invalid', 'unknown'],
    ['destructive'],
    ['timeout'],
  ]);
  const said = Object.assign({}, ...texts) as Record<string, string>;
  expect(said['secret']).toBe('Rotate [REDACTED]\n[Exit code: 0]');
  expect(said['damaged']).toBe(typeof DAMAGE[name] === 'string' && name.startsWith('openai') ? CUT : NO_OBJECT);
  expect(said['whole']).toBe('Rotate [REDACTED]\n[Exit code: 0]');
  expect(said['invalid']).toBe('Nothing ran. "max-count" must be a whole number, not a string.');
  expect(said['unknown']).toBe('Nothing ran. No tool has a command called "git_lag". Did you mean git_log?');
  expect(said['destructive']).toBe('Removing new.txt\n[Exit code: 0]');
  expect(said['timeout']).toMatch(/^\[The time limit of 2 s is set by .*\]\n\[TIMEOUT after 2s\]$/);
  expect(said['huge']?.length).toBeLessThanOrEqual(110_000);
  expect(said['huge']).toContain('\n100000\n');
  expect([end.code, left]).toStrictEqual([0, false]);
  expect(end.stdout).toContain('The model wants to run: "git" "clean" "--force"\n');
  expect(end.stdout).toMatch(/All done\.\n$/);
});

test("the guide's program, as it stands: two calls in one answer, and a person's yes", async () => {
  const file = 'examples/node_modules/.cache/guide.ts';
  mkdirSync(BESIDE_EXAMPLES, { recursive: true });
  const [{ text } = { text: '' }] = readBlocks('packages/agents/README.md');
  writeFileSync(join(ROOT, file), text);
  const { end, received, left } = await runAgent(
    'openai',
    [
      [
        { id: 'log', name: 'git_log', arguments: { format: '%s' } },
        { id: 'find', name: 'find', arguments: { start: ['.'], name: 'new.*' } },
      ],
      [{ id: 'clean', name: 'git_clean', arguments: { force: true } }],
      'All done.',
    ],
    file,
  );
  expect(received.flat()).toStrictEqual([
    { id: 'log', text: 'Rotate [REDACTED]\n[Exit code: 0]' },
    { id: 'find', text: './new.txt\n[Exit code: 0]' },
    { id: 'clean', text: 'Removing new.txt\n[Exit code: 0]' },
  ]);
  expect([end.code, end.stdout, left]).toStrictEqual([0, 'All done.\n', false]);
  expect(end.stderr).toMatch(/^"git" "clean" "--force"\n {2}git_clean deletes .* Run it\? \[y\/N\] $/);
});
