import type { AtipTool } from '@atip/core';
import type { Case, Context } from './context.ts';

/** Names that sort, fold or compare in one way by code unit and in another by locale, or by form of the same letter. */
const NAMES = [
  ...[
    'z',
    'ä',
    'a',
    'Z',
    'A',
    'é',
    'e\u0301',
    'I',
    'i',
    'İ',
    'ı',
    'ß',
    'SS',
    'ss',
    '\ufb00',
    'ö',
    'o',
    '\u212b',
    '\u00c5',
  ],
  ...['10', '9', '1', '-1', '01', '1e3', '😀', '\ud83d', '\uffff', '\u212a', 'k', '\u017f', 's', 'ς', 'σ', 'Σ', 'file'],
];

const TOOL: AtipTool = {
  ...{ atip: '0.4', name: 'İı', version: '1', description: 'Straße İstanbul 😀 e\u0301\u00a0\u2028' },
  commands: Object.fromEntries(
    NAMES.map((name) => [name, { description: `Does ${name}`, effects: { network: false } }]),
  ),
};
const OPTIONS: AtipTool = {
  ...TOOL,
  name: 'tool',
  commands: {
    '': {
      description: 'All',
      options: NAMES.map((name) => ({ name, flags: [`--${name}`], type: 'string', description: `The ${name}` })),
    },
  },
};

/** Letters, order and length: nothing here may depend on where the user lives. */
export function textCases({ core, importers }: Context): readonly Case[] {
  const { parseTool, compile, PROVIDERS } = core;
  const parsed = (tool: AtipTool): AtipTool => parseTool(tool).tool ?? tool;
  const cut = 'é😀e\u0301'.repeat(300);
  return [
    ['names of commands', () => parseTool(TOOL)],
    ['names of options', () => parseTool(OPTIONS)],
    ...PROVIDERS.flatMap((provider): Case[] => [
      [`commands for ${provider}`, () => compile([parsed(TOOL)], provider)],
      [`options for ${provider}`, () => compile([parsed(OPTIONS)], provider, { strict: true })],
      [
        `long texts for ${provider}`,
        () =>
          [0, 1, 2, 3].map(
            (skip) => compile([{ ...TOOL, commands: { a: { description: cut.slice(skip) } } }], provider).tools,
          ),
      ],
    ]),
    [
      'found again',
      () => core.flattenCommands(parsed(TOOL)).map(({ name }) => core.mapToCommand(name, [parsed(TOOL)]).path),
    ],
    ['prompt', () => core.generateSafetyPrompt([parsed(TOOL)])],
    ['doubts', () => core.checkTool(parsed(TOOL))],
    [
      'sorted by what they do',
      () => core.policyMatrix([parsed(TOOL)], { İ: {}, ı: { allowNetwork: false }, 10: {}, 9: {} }),
    ],
    [
      'help in capitals',
      () =>
        importers.fromHelp('USAGE: İX [OPTIONS]\n\nOPTIONS:\n  -I, --INSTALL-DIR=DIRECTORY  WHERE TO INSTALL\n', {
          name: 'x',
        }),
    ],
    [
      'effects in capitals',
      () => importers.inferEffects({ path: ['X', 'INSTALL'], description: 'DELETES FILES IN DİR' }),
    ],
    [
      'secrets in capitals',
      () =>
        core.findSecrets(
          'GİTHUB_API_KEY=abcd1234efgh5678 gıthub_apı_key=abcd1234efgh5678 AUTHORIZATION: BEARER abcd1234efgh5678ijkl',
        ),
    ],
    ['numbers', () => core.compile([{ ...TOOL, commands: { a: { description: 'x', options: numbers() } } }], 'openai')],
    [
      'seconds and costs',
      () =>
        [1e3, 12_345_678.9].map((value) =>
          core.formatResult({ ...RESULT, duration: value, timedOut: true, exitCode: null }),
        ),
    ],
  ];
}

const RESULT = {
  ...{ success: false, command: ['x'], toolCallId: 'c', toolName: 'x', exitCode: 0, stdout: '', stderr: '' },
  ...{ duration: 0, truncated: true, timedOut: false },
};

function numbers(): NonNullable<NonNullable<AtipTool['commands']>[string]['options']> {
  return [1e21, 1e-7, -0, 0.1 + 0.2, 123_456_789_012, 5e-324, 1.797_693_134_862_315_7e308].map((value, index) => ({
    ...{ name: `n${index}`, flags: [`--n${index}`], type: 'number' as const, description: 'A number', default: value },
  }));
}
