// needs: bwrap, linux
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judge } from './compare.ts';
import { generateLines } from './grammar.ts';
import { IS_LONG } from '../long.ts';
import { bigLines, readLines } from './lines.ts';
import { runLines } from './recorder/sandbox.ts';

const SEED = 22;
const FILE = join(import.meta.dirname, 'adversarial.jsonl');
const adversarial = readLines(FILE, readFileSync(FILE, 'utf8'));
/** Real bash takes minutes for all of them. */
const sampleOf = (lines: readonly string[], every: number): readonly string[] =>
  lines.filter((_, index) => IS_LONG || index % every === 0);

describe('bash starts only programs that readLine predicts', () => {
  it('sees the programs of known lines', async () => {
    const [first, second] = await runLines(['touch a && find src -name x.md -exec rm -- {} +', ': nothing']);
    expect(first?.started).toStrictEqual([
      { path: '/usr/local/bin/touch', args: ['a'] },
      { path: '/usr/local/bin/find', args: ['src', '-name', 'x.md', '-exec', 'rm', '--', '{}', '+'] },
      { path: '/usr/local/bin/rm', args: ['--', 'src/x.md'] },
    ]);
    expect(second?.started).toStrictEqual([]);
  });

  it('calls a program that nobody predicted unsound', () => {
    const run = { line: 'ls', started: [{ path: '/bin/rm', args: ['x'] }], missed: [] };
    expect(judge(run, { text: '', parts: [], issues: [] }).verdict).toBe('unsound');
  });

  it.each([
    ['adversarial lines', () => [...sampleOf(adversarial, 32), ...sampleOf(bigLines(), 30)]],
    [`lines generated from seed ${SEED}`, () => generateLines(SEED, IS_LONG ? 5_000 : 20)],
  ])('%s', { timeout: 3_600_000 }, async (_, makeLines) => {
    const lines = makeLines();
    // Programs that fail are of interest only where a line asks.
    const isAsking = (line: string): boolean => /\|\||!|else|until|ERR|errexit|set -e/.test(line);
    const runs = [
      ...(await runLines(lines.filter(isAsking), { seconds: 1 })),
      ...(await runLines(
        lines.filter((line) => !isAsking(line)),
        { seconds: 1, statuses: [0] },
      )),
    ];
    const verdicts = runs.map((run) => judge(run));
    const unsound = verdicts.filter(({ verdict }) => verdict === 'unsound');
    expect(unsound.map(({ line, surprises }) => [line.slice(0, 200), surprises[0]])).toStrictEqual([]);
    // Otherwise the recorders saw nothing, and nothing was proved.
    expect(verdicts.reduce((total, { started }) => total + started, 0)).toBeGreaterThan(lines.length / 2);
  });
});

// `npm test` shows bash only a sample. When one of these numbers changes, `npm run test:long` says whether every line is still sound.
it('asks about as many adversarial lines as when bash saw all of them', { timeout: 600_000 }, () => {
  const asked = (lines: readonly string[]): readonly [number, number] => {
    const verdicts = lines.map((line) => judge({ line, started: [], missed: [] }).verdict);
    return [verdicts.length, verdicts.filter((verdict) => verdict === 'asked').length];
  };
  expect([asked(adversarial), asked(bigLines())]).toStrictEqual([
    [1612, 701],
    [90, 61],
  ]);
});
