import { expect, test } from 'vitest';
import type { Issue } from '../types/issue.ts';
import { toOpenAI } from '../compile/transform.ts';
import { parseTool } from './parse-tool.ts';

const ROOT = { atip: { version: '0.4' }, name: 'demo', version: '1.0.0', description: 'A demo' };

/** severity, code, path, section */
function brief({ severity, code, path, section }: Issue): readonly (string | undefined)[] {
  return [severity, code, path, section];
}

function option(fields: object): object {
  const whole = { name: 'n', flags: ['-n'], type: 'string', description: 'd', ...fields };
  return { ...ROOT, commands: { run: { description: 'd', options: [whole] } } };
}

function without(fields: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
}

const ACCEPTED: readonly (readonly [string, object])[] = [
  ['the smallest document', ROOT],
  ['the older version form', { ...ROOT, atip: '0.3' }],
  ['the version form of the RFC text', { ...ROOT, atip: '0.1' }],
  ['fields of one’s own', { ...ROOT, 'x-team': { any: [1] } }],
  ['the empty command name', { ...ROOT, commands: { '': { description: 'd' } } }],
  ['partial discovery', { ...ROOT, partial: true, filter: { commands: ['a'], depth: null }, totalCommands: 3 }],
  ['an overview of all commands', { ...ROOT, partial: true, filter: { commands: null, depth: 1 }, totalCommands: 3 }],
  ['value style and end of options', { ...option({ 'x-value-style': 'space' }), 'x-end-of-options': true }],
];

test.each(ACCEPTED)('accepts %s', (_name, document) => {
  expect(parseTool(JSON.stringify(document))).toStrictEqual({ tool: document, issues: [] });
  expect(parseTool(document)).toStrictEqual({ tool: document, issues: [] });
});

const JUDGED: readonly (readonly [string, unknown, readonly (readonly (string | undefined)[])[]])[] = [
  ['a list', [], [['error', 'wrong-type', '', '3.2']]],
  ['a text value', 1, [['error', 'wrong-type', '', '3.2']]],
  ...['atip', 'name', 'version', 'description'].map(
    (field) => [`no ${field}`, without(ROOT, field), [['error', 'missing-field', `/${field}`, '3.2']]] as const,
  ),
  ['a version without digits', { ...ROOT, atip: 'latest' }, [['error', 'invalid-value', '/atip', '3.2']]],
  ['version 1.0', { ...ROOT, atip: '1.0' }, [['error', 'unsupported-version', '/atip', '3.2']]],
  ['version 0.0', { ...ROOT, atip: { version: '0.0' } }, [['error', 'unsupported-version', '/atip/version', '3.2']]],
  ['version 0.6', { ...ROOT, atip: { version: '0.6' } }, []],
  ['version 0.7', { ...ROOT, atip: { version: '0.7' } }, [['warning', 'newer-version', '/atip/version', '3.2']]],
  ...['', '.', '..', 'bin/demo'].map(
    (name) =>
      [`the name ${JSON.stringify(name)}`, { ...ROOT, name }, [['error', 'invalid-value', '/name', '3.2']]] as const,
  ),
  ...['a\nb', '\u0000'].map(
    (name) =>
      [
        `the name ${JSON.stringify(name)}`,
        { ...ROOT, name },
        [
          ['error', 'invalid-value', '/name', '3.2'],
          ['error', 'hidden-characters', '/name', '3.1'],
        ],
      ] as const,
  ),
  ['an unknown field', { ...ROOT, colour: 1 }, [['info', 'unknown-field', '/colour', '3.2']]],
  ['an unknown effect', { ...ROOT, effects: { gpu: true } }, [['info', 'unknown-field', '/effects/gpu', '3.6']]],
  ['a text as effect', { ...ROOT, effects: { network: 'yes' } }, [['error', 'wrong-type', '/effects/network', '3.6']]],
  [
    'an unknown trust source',
    { ...ROOT, trust: { source: 'me' } },
    [['error', 'invalid-value', '/trust/source', undefined]],
  ],
  [
    'a flag without dash',
    option({ flags: ['n'] }),
    [['warning', 'doubtful-flag', '/commands/run/options/0/flags/0', '3.5']],
  ],
  [
    'an enum without values',
    option({ type: 'enum' }),
    [['warning', 'missing-values', '/commands/run/options/0/type', '3.7']],
  ],
  [
    'an enum with no value',
    option({ type: 'enum', enum: [] }),
    [['warning', 'missing-values', '/commands/run/options/0/enum', '3.7']],
  ],
  [
    'a flag that is no text and has no text',
    { ...ROOT, globalOptions: [{ flags: [{ toString: 1, valueOf: 1 }], type: 'file', description: 'd' }] },
    [
      ['error', 'missing-field', '/globalOptions/0/name', '3.5'],
      ['error', 'wrong-type', '/globalOptions/0/flags/0', '3.5'],
    ],
  ],
];

test.each(JUDGED)('judges %s', (_name, document, expected) => {
  for (const source of [JSON.stringify(document), document]) {
    const { tool, issues } = parseTool(source);
    expect(issues.map(brief)).toStrictEqual(expected);
    expect(tool === undefined).toBe(expected.some(([severity]) => severity === 'error'));
  }
});

test('refuses __proto__ as a name, anywhere, and pollutes nothing', () => {
  const text = '{"atip":"0.4","name":"a","version":"1","description":"d","commands":{"__proto__":{"description":"d"}}}';
  const { tool, issues } = parseTool(text);
  expect(tool).toBe(undefined);
  expect(issues.map(brief)).toStrictEqual([['error', 'reserved-name', '/commands/__proto__', '3.3']]);
  expect(issues[0]?.range?.start).toStrictEqual({ line: 1, column: 70, offset: 69 });
  expect(parseTool(JSON.parse(text)).issues.map(brief)).toStrictEqual(issues.map(brief));
  expect(({} as Record<string, unknown>).description).toBe(undefined);
  const nested = '{"atip":"0.4","name":"a","version":"1","description":"d","x-a":{"__proto__":{"__proto__":1}}}';
  expect(parseTool(nested).issues.map(({ path }) => path)).toStrictEqual(['/x-a/__proto__']);
});

test('takes the names of other Object.prototype members as they are', () => {
  const text = JSON.stringify({
    ...ROOT,
    commands: { constructor: { description: 'd' }, toString: { description: 'd' } },
  });
  const { tool, issues } = parseTool(text);
  expect(issues).toStrictEqual([]);
  expect(JSON.stringify(tool)).toBe(text);
});

test('reads a missing description below the root as empty', () => {
  const document = { ...ROOT, commands: { run: { arguments: [{ name: 'x', type: 'file' }] } } };
  const { tool, issues } = parseTool(document);
  expect(issues.map(brief)).toStrictEqual([
    ['warning', 'missing-field', '/commands/run/description', '3.3'],
    ['warning', 'missing-field', '/commands/run/arguments/0/description', '3.4'],
  ]);
  expect(tool?.commands).toStrictEqual({
    run: { arguments: [{ name: 'x', type: 'file', description: '' }], description: '' },
  });
  expect(document.commands.run).toStrictEqual({ arguments: [{ name: 'x', type: 'file' }] });
});

test('reads a newer version as far as it is understood, effects as the worst case', () => {
  const { tool, issues } = parseTool({
    ...ROOT,
    atip: { version: '0.7', features: ['partial-discovery', 'holograms', 'patterns-v1'] },
    trust: { source: 'oracle' },
    effects: { network: false, destructive: false },
    commands: {
      run: {
        description: 'd',
        arguments: [{ name: 'day', type: 'date', description: 'd' }],
        effects: { network: 'lan', interactive: { stdin: 'voice' }, creates: [{ kind: 'file' }, 'dir'], duration: 5 },
      },
    },
  });
  expect(issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  expect(issues.filter(({ severity }) => severity === 'warning').length).toBe(8);
  expect(tool).toStrictEqual({
    ...ROOT,
    atip: { version: '0.7', features: ['partial-discovery', 'holograms', 'patterns-v1'] },
    trust: { source: 'inferred' },
    effects: { network: false, destructive: false },
    commands: {
      run: {
        description: 'd',
        arguments: [{ name: 'day', type: 'string', description: 'd' }],
        effects: { network: true, interactive: { stdin: 'required' }, creates: ['dir'] },
      },
    },
  });
});

test('a newer version does not excuse what calls are built from', () => {
  const { tool, issues } = parseTool({ ...ROOT, atip: '0.9', commands: { run: { description: 'd', options: 'all' } } });
  expect(tool).toBe(undefined);
  expect(issues.map(brief)).toStrictEqual([
    ['warning', 'newer-version', '/atip', '3.2'],
    ['error', 'wrong-type', '/commands/run/options', '3.3'],
  ]);
});

test('lists at most 1,000 issues and never hides an error behind lesser ones', () => {
  const fields = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}`, 1]));
  const many = parseTool({ ...ROOT, ...fields });
  expect(many.tool === undefined).toBe(false);
  expect(many.issues.length).toBe(1001);
  expect(parseTool({ ...ROOT, ...fields, effects: 1 }).tool).toBe(undefined);
});

test('a flag of 400,000 spaces is judged at once', () => {
  const { issues } = parseTool(option({ flags: [`-a${' '.repeat(400_000)}b`] }));
  expect(issues.map(({ code }) => code)).toStrictEqual(['doubtful-flag']);
});

test.each<[string, object, [code: string, severity: string, path: string][], string]>([
  ['an older agent would do', { minAgentVersion: '0.3' }, [], ''],
  ['this agent will do', { minAgentVersion: '0.4.1' }, [], ''],
  [
    'a newer agent is asked for',
    { minAgentVersion: '0.7' },
    [['unsupported-version', 'error', '/atip/minAgentVersion']],
    'The document asks for an agent that knows ATIP "0.7", and this one knows ATIP 0.6. Update the agent, or use an older document.',
  ],
  [
    'an agent of no known version is asked for',
    { minAgentVersion: 'latest' },
    [['newer-version', 'warning', '/atip/minAgentVersion']],
    'The document asks for an agent of version "latest", which is no version of the protocol; this one knows ATIP 0.6.',
  ],
  [
    'an unknown feature is asked for',
    { features: ['trust-v1', 'holograms'] },
    [['unknown-feature', 'warning', '/atip/features/1']],
    'The feature "holograms" is not known here; what belongs to it is passed over.',
  ],
])('where %s', (_name, more, expected, message) => {
  const document = { atip: { version: '0.4', ...more }, name: 'demo', version: '1', description: 'D' };
  const { tool, issues } = parseTool(document);
  expect(issues.map(({ code, severity, path }) => [code, severity, path])).toStrictEqual(expected);
  expect(issues[0]?.message ?? '').toBe(message);
  expect(tool === undefined).toBe(expected.some(([, severity]) => severity === 'error'));
  if ('features' in more) expect(tool?.atip).toStrictEqual({ version: '0.4', ...more });
});

test.each(['version', 'description'])('an empty %s is an error here and where it is compiled', (field) => {
  const document = { atip: { version: '0.4' }, name: 'demo', version: '1', description: 'D', [field]: '' };
  expect(parseTool(document).issues).toMatchObject([{ code: 'invalid-value', severity: 'error', path: `/${field}` }]);
  expect(() => toOpenAI(document)).toThrow(`/${field} must be a non-empty text`);
});

test.each([
  '\u{e0041}',
  '\ufe0f',
  '\u00ad',
  '\u3164',
  '\u061c',
  '\u180e',
  '\u034f',
  '\u{1d173}',
  '\u{e0100}',
  '\u202e',
])('a message shows what hides in a value as an escape: %j', (hides) => {
  const document = { atip: '0.4', name: 'a', version: '1', description: 'x', trust: { source: `na${hides}tive` } };
  const { issues } = parseTool(document);
  const said = issues.map(({ message }) => message).join(' ');
  expect([said.includes('"na\\u'), said.includes(hides)]).toStrictEqual([true, false]);
});
