import { createResultFilter, DEFAULT_REDACT_PATTERNS, stripTerminalSequences } from '@atip/core';
import { plantSecrets } from './planted-secrets.ts';
import { foundTable, worstOfOneCharacter } from './redact-found.ts';
import { logOfJson, logOfKinds, logWithoutLineEnds, oneByte } from './redact-logs.ts';
import type { Growth, Measured, Row } from './row.ts';
import { loadSecretlint } from './secretlint.ts';
import { timeSizes } from './time-sizes.ts';
import { timeTasks } from './time-tasks.ts';

const TEN_MB = 10_000_000;
const SECRETS = 240;
const PATTERNS = 'the specification’s eleven patterns, one after another';

/** The eleven patterns of the specification, one after the other over the whole text. */
function replaceInTurn(text: string): string {
  return DEFAULT_REDACT_PATTERNS.reduce((current, pattern) => current.replace(pattern, '[REDACTED]'), text);
}

/** Taking the secrets out of a log: every built-in rule against the specification's patterns and against secretlint. */
export async function redactBench(): Promise<Measured> {
  const whole = createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER });
  const filter = (text: string): string => whole.filter(text, 'tool');
  const secretlint = await loadSecretlint();
  const log = logOfKinds(TEN_MB);
  const planted = plantSecrets(log, SECRETS);
  const ways = { ours: filter, patterns: replaceInTurn, secretlint };
  return {
    rows: [
      ...(await wholeLog(plantSecrets(log, SECRETS, false).text, ways)),
      await withKeys(planted.text, ways),
      ...(await otherLogs(filter)),
      worstOfOneCharacter(filter),
    ],
    growth: [await growth(ways)],
    tables: [await foundTable(planted, logOfKinds(TEN_MB / 10), ways)],
    notes: [
      `The task is the same for all three: a log as one text in, the same text with \`[REDACTED]\` in place of each secret out. Of ${SECRETS} planted secrets of 24 kinds, twelve are kinds that the specification’s patterns were written for, and 16 are named by secretlint’s recommended preset (version 11). Secretlint was made for the files of a repository and not for logs: it names no passwords by their key, on purpose, and it also says where a secret stands and how grave it is.`,
    ],
  };
}

interface Ways {
  readonly ours: (text: string) => string;
  readonly patterns: (text: string) => string;
  readonly secretlint: (text: string) => Promise<string>;
}

async function wholeLog(log: string, { ours, patterns, secretlint }: Ways): Promise<Row[]> {
  const usual = createResultFilter([]);
  const [byPatterns = 0, all = 0, cut = 0] = await timeTasks(
    { patterns: () => patterns(log), ours: () => ours(log), cut: () => usual.filter(log, 'tool') },
    1_500,
  );
  const [linted = 0] = await timeTasks({ secretlint: () => secretlint(log) }, 300, 2);
  return [
    row('default', '10 MB, default options: 100,000 characters are kept', cut, byPatterns),
    row('all-rules', '10 MB, every rule, nothing cut', all, byPatterns),
    {
      ...row('over-secretlint', '10 MB, every rule, nothing cut', all, linted),
      baseline: { what: 'secretlint, recommended preset', value: linted },
    },
  ];
}

/** Where a private key is, the text is gone over in lines, after it was looked at as one. */
async function withKeys(log: string, { ours, patterns }: Ways): Promise<Row> {
  const [byPatterns = 0, all = 0] = await timeTasks({ patterns: () => patterns(log), ours: () => ours(log) }, 600);
  return row('private-keys', '10 MB with ten private keys among its secrets, every rule, nothing cut', all, byPatterns);
}

function row(id: string, what: string, value: number, patterns: number): Row {
  const detail = `${(patterns / value).toFixed(1)} times as fast`;
  return { id, what, value, unit: 'ms', baseline: { what: PATTERNS, value: patterns }, detail };
}

async function otherLogs(filter: (text: string) => string): Promise<Row[]> {
  const others: readonly (readonly [string, string, string])[] = [
    ['clean', 'the same log without secrets', logOfKinds(TEN_MB)],
    ['json', '10 MB of JSON lines', plantSecrets(logOfJson(TEN_MB), SECRETS, false).text],
    ['one-line', '10 MB without line ends', logWithoutLineEnds(TEN_MB)],
    [
      'not-latin',
      '10 MB, Cyrillic and Chinese',
      plantSecrets(logOfKinds(TEN_MB, ['Готово: ', '完成：', 'обработано ']), SECRETS, false).text,
    ],
    // Each of its places may be the start of a key: the worst there is, and still linear.
    ['letter-a', '1 MB of "a"', oneByte('a'.repeat(1_000_000))],
    // The patterns get it without the colours, which they cannot see through.
    ['colours', '10 MB in colours', logOfKinds(TEN_MB, ['\u001b[32mINFO\u001b[0m '])],
  ];
  const rows: Row[] = [];
  for (const [id, what, text] of others) {
    const plain = stripTerminalSequences(text);
    const [patterns = 0, ours = 0] = await timeTasks(
      { patterns: () => replaceInTurn(plain), ours: () => filter(text) },
      400,
    );
    rows.push(row(id, `${what}, every rule, nothing cut`, ours, patterns));
  }
  return rows;
}

async function growth({ ours, patterns, secretlint }: Ways): Promise<Growth> {
  const sizes = [TEN_MB / 100, TEN_MB / 10, TEN_MB];
  const logs = sizes.map((size): [number, string] => [size, plantSecrets(logOfKinds(size), SECRETS / 10, false).text]);
  const fast = await timeSizes('bytes of log', new Map(logs), { ours, patterns });
  const slow = await timeSizes('bytes of log', new Map(logs), { secretlint }, 100, 2);
  const names = ['every rule, nothing cut', PATTERNS, 'secretlint, recommended preset'];
  const lines = [...fast.lines, ...slow.lines].map((line, at) => ({ ...line, what: names[at] ?? line.what }));
  return { ...fast, lines };
}
