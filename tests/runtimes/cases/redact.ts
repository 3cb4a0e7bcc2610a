import type { AtipTool, ResultFilterOptions } from '@atip/core';
import { PRIVATE_KEY, PUTTY_KEY, SECRET_EXAMPLES } from '../../../packages/core/src/testing/example-secrets.ts';
import { type Case, type Context, toolOf } from './context.ts';

const TOOL: AtipTool = {
  ...{ atip: '0.4', name: 'app', version: '1', description: 'd' },
  authentication: { required: true, methods: [{ type: 'token', envVar: 'APP_ID' }] },
};
const LOG = [
  'plain text, nothing in it\n',
  ...SECRET_EXAMPLES.map(([rule, secret, near]) => `${rule}: ${secret} but not ${near}\n`),
  `${PRIVATE_KEY.join('\n')}\n${PUTTY_KEY.join('\r\n')}\n`,
  'APP_ID=abcdefgh1234 password: "hunter2hunter2" https://user:pass1234word@example.com/?api_key=0a1b2c3d4e5f6071\n',
  'ΑΒΓ İ ı ß \ufb00 😀 API_KEY=İstanbul1234567 apı_key=istanbul1234567 \u017fecret=longenough1234\n',
  '\u001b]0;title\u0007\u001b[1mbold\u001b[0m \u001bPq\u001b\\ \u200b\u202e\u2066 half \ud800 nul \0 bell \u0007\r\n',
].join('');

const OPTIONS: Readonly<Record<string, ResultFilterOptions>> = {
  plain: {},
  'known secrets': { knownSecrets: ['nothing', 'plain text'] },
  'own patterns': { redactPatterns: [/bu(?=t)/gi, /[\u0250-\u{10ffff}]+/u, /\bnot\b/] },
  off: { redactSecrets: false },
  cut: { maxLength: 700 },
  'cut in a pair': { maxLength: LOG.indexOf('😀') + 1, redactSecrets: false },
};
/** No divisor of another, so that every border falls everywhere; 0 stands for random borders. */
const SIZES = [1, 2, 3, 7, 61, 4099, 0];

/** Secrets in texts and in streams cut anywhere. */
export function redactCases(context: Context): readonly Case[] {
  const { createResultFilter, findSecrets, stripTerminalSequences, DEFAULT_REDACT_PATTERNS } = context.core;
  return [
    ['patterns', () => DEFAULT_REDACT_PATTERNS.map(String)],
    ['secrets in a log', () => findSecrets(LOG)],
    ['secrets of a tool in a log', () => findSecrets(LOG, { tools: [TOOL], knownSecrets: ['text'] })],
    ...SECRET_EXAMPLES.map(
      ([rule, secret, near], index): Case => [
        `${index}: ${rule}`,
        () => [secret, near, `x${secret}`, `${secret}\u00e4`, secret.toUpperCase()].map((text) => findSecrets(text)),
      ],
    ),
    ...Object.entries(OPTIONS).flatMap(([name, options]): Case[] => [
      [`${name}, whole`, () => createResultFilter([TOOL], options).filter(LOG, 'app')],
      ...SIZES.map((size): Case => [`${name}, pieces of ${size}`, () => streamed(context, options, size)]),
    ]),
    ['sequences', () => stripTerminalSequences(LOG)],
    ['a long log', () => createResultFilter([TOOL]).filter(LOG.repeat(40), 'app')],
    ['a long line', () => findSecrets(`${'a'.repeat(200_000)} ${'='.repeat(50_000)} token=${'x1'.repeat(50_000)}`)],
    ['a document with secrets', () => findSecrets(JSON.stringify(toolOf(context, 'docker')))],
    ['patterns that blow up', () => createResultFilter([], { redactPatterns: [/(a+)+$/] })],
    ['no whole number', () => createResultFilter([], { maxLength: 0.5 })],
  ];
}

function streamed({ core }: Context, options: ResultFilterOptions, size: number): string {
  const stream = core.createResultFilter([TOOL], options).stream();
  const borders = size === 0 ? randomBorders() : Array.from({ length: LOG.length / size }, (_, index) => index * size);
  const ends = [...borders.slice(1), LOG.length];
  return borders.map((from, index) => stream.push(LOG.slice(from, ends[index]))).join('') + stream.end();
}

/** The same everywhere: a generator of 32 bits in whole numbers, not the engine's. */
function randomBorders(): number[] {
  const borders = [0];
  let seed = 7;
  for (let at = 0; ; ) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    at += 1 + (seed >>> 26);
    if (at >= LOG.length) return borders;
    borders.push(at);
  }
}
