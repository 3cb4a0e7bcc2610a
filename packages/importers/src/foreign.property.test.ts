import { compile, parseTool } from '@atip/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMcp, fromOclif, type Imported } from './index.ts';

/** Words that mean something to each format, and some that mean something to JavaScript. */
const WORDS: Readonly<Record<string, string>> = {
  oclif:
    'version commands flags args id char type options required env default multiple exclusive dependsOn hidden deprecated allowNo examples summary description aliases charAliases strict topics helpValue relationships state',
  mcp: 'tools name title description inputSchema properties required type enum const items anyOf $ref $defs default format annotations readOnlyHint destructiveHint idempotentHint openWorldHint nextCursor result pattern',
};
const TRICKS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'a b',
  'a/b',
  '.',
  '..',
  '-x, --long=*!',
  '-?',
  'a:b',
];
const VALUES = [
  ...[
    '',
    ' ',
    '--',
    '-',
    '--out=',
    '-o, --out',
    '+x',
    '__proto__',
    'a\nb',
    '\u0000',
    '\ud800',
    'x'.repeat(5000),
    '$files',
    'a\tb',
  ],
  ...[
    'object',
    'array',
    'string',
    'boolean',
    'option',
    '#/',
    '#',
    '<%= config.bin %>',
    '<%= x %>',
    'rm [OPT]... <a|b> FILE...',
  ],
  ...[
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    1e300,
    10n,
    Symbol('s'),
    undefined,
    null,
    true,
    false,
    () => 'x',
    new Map([[1, 2]]),
    new Date(0),
  ],
];

/** Values of any shape whose keys are words of a format. */
function documentsOf(words: string): fc.Arbitrary<unknown> {
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...words.split(' ')) },
    { weight: 2, arbitrary: fc.constantFrom(...TRICKS) },
    fc.string({ maxLength: 8 }),
  );
  const plain = fc.oneof(fc.constantFrom<unknown>(...VALUES), fc.string(), fc.boolean(), key);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, plain, tie('object'), tie('list')),
    object: fc.array(fc.tuple(key, tie('value')), { maxLength: 8 }).map((entries) => Object.fromEntries(entries)),
    list: fc.array(tie('value'), { maxLength: 4 }),
  }));
  return fc.array(fc.tuple(key, value), { maxLength: 10 }).map((entries) => Object.fromEntries(entries));
}

const IMPORTERS: readonly (readonly [string, (source: unknown) => Imported])[] = [
  ['oclif', (source) => fromOclif(source, { name: 'x', topicSeparator: ' ' })],
  ['mcp', (source) => fromMcp(source)],
];

/** It parses as a value and as text, so that there is nothing but JSON in it, and no more of it than one document may hold. */
function assertParses({ tool, issues }: Imported): void {
  const errors = issues.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  const isEmpty = Object.keys(tool.commands ?? {}).length === 0;
  expect(errors).toStrictEqual(isEmpty ? ['import-nothing'] : []);
  const text = JSON.stringify(tool);
  expect(parseTool(text).issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
}

function assertSound(imported: Imported): void {
  const { tool } = imported;
  assertParses(imported);
  const parsed = parseTool(tool);
  expect(parsed.issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  expect(JSON.stringify(parsed.tool)).toBe(JSON.stringify(tool));
  expect(() => compile([tool], 'openai')).not.toThrow();
}

test.each(IMPORTERS)('%s: whatever it is given, a document comes out that parses and compiles', (format, read) => {
  const source = documentsOf(WORDS[format] ?? '');
  fc.assert(
    fc.property(source, (value) => {
      const imported = read(value);
      assertSound(imported);
      // No effect is false but where a source says so twice.
      const text = JSON.stringify(imported.tool);
      expect(text).not.toMatch(/"(?:network|subprocess|write|delete|read)":false/);
      if (format !== 'mcp') expect(text).not.toMatch(/"(?:destructive|idempotent|reversible)":false/);
    }),
  );
});

test.each(
  IMPORTERS.flatMap(([format, read]) =>
    [
      ['null', null],
      ['a text', 'x'],
      ['a list', [[]]],
    ].map(([what, value]) => [format, what, read, value] as const),
  ),
)('%s: %s', (_format, _what, read, value) => {
  assertSound(read(value));
});

/** As many as no document holds, with this text for each. */
const MANY = 25_000;
const TEXT = 'An option, which is described at some length. '.repeat(5).trim();
const many = <Value>(make: (at: number) => Value): Value[] => Array.from({ length: MANY }, (_, at) => make(at));
const HUGE: Readonly<Record<string, unknown>> = {
  oclif: {
    commands: { a: { flags: Object.fromEntries(many((at) => [`o${at}`, { type: 'boolean', description: TEXT }])) } },
  },
  mcp: {
    tools: [
      {
        name: 'a',
        inputSchema: {
          properties: Object.fromEntries(many((at) => [`p${at}`, { type: 'string', description: TEXT }])),
        },
      },
    ],
  },
};

test.each(IMPORTERS)('%s: of 25,000 options as many stay as a document holds, and that is said', (format, read) => {
  const imported = read(HUGE[format]);
  expect(imported.issues.map(({ code }) => code)).toContain('import-too-large');
  assertParses(imported);
  const text = JSON.stringify(imported.tool);
  expect(text.length).toBeGreaterThan(1_000_000);
});
