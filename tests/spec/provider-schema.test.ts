// needs: bwrap
// Translation of canonical tools, by the rows of provider-schema.md: its three examples as printed, and its tables of checks.
import { type CanonicalTool, buildRequest, translateTool } from '@atip/core';
import { expect, test } from 'vitest';
import { createHome } from '../home.ts';

const HEAD = { name: 'file_edit', description: 'Edit a file by replacing exact text matches.' } as const;
const PROPERTIES = {
  file_path: { type: 'string', description: 'Absolute or relative path to file' },
  old_string: { type: 'string', description: 'Exact text to find and replace' },
  new_string: { type: 'string', description: 'Text to replace old_string with' },
  replace_all: { type: 'boolean', description: 'Replace all occurrences (default: false)' },
} as const;
const SCHEMA = { type: 'object', properties: PROPERTIES, required: ['file_path', 'old_string', 'new_string'] } as const;
const FILE_EDIT = { ...HEAD, parameters: structuredClone(SCHEMA) };
const CANONICAL: CanonicalTool = JSON.parse(JSON.stringify(FILE_EDIT));

/** As printed, but for `replace_all`, which rule 2 of the RFC (8.2) makes nullable: a model could not leave it out otherwise (D5). */
const OPENAI = {
  type: 'function',
  function: {
    ...HEAD,
    strict: true,
    parameters: {
      type: 'object',
      properties: { ...PROPERTIES, replace_all: { ...PROPERTIES.replace_all, type: ['boolean', 'null'] } },
      required: ['file_path', 'old_string', 'new_string', 'replace_all'],
      additionalProperties: false,
    },
  },
};
const ANTHROPIC = { ...HEAD, input_schema: SCHEMA };
const GOOGLE = { tools: [{ functionDeclarations: [{ ...HEAD, parameters: SCHEMA }] }] };

test('IK-openai-1 OpenAI: wrapped, strict, closed, everything required', () => {
  expect(translateTool(CANONICAL, 'openai')).toStrictEqual(OPENAI);
});

test('IK-anthropic-1 Anthropic: input_schema, required as it is', () => {
  expect(translateTool(CANONICAL, 'anthropic')).toStrictEqual(ANTHROPIC);
});

test('IK-google-1 Google: declarations in their wrapper, required as it is', () => {
  expect(buildRequest('gemini', [translateTool(CANONICAL, 'gemini')])).toStrictEqual(GOOGLE);
});

/** A program that answers `--schema`, and otherwise prints what it is given. */
const answering = (text: string): string => `#!/bin/sh
# "parameters"
if [ "$*" = --schema ]; then printf '%s' '${text}'; else read -r line; printf '%s' "$line"; fi
`;

const wrong = (rest: object): string => JSON.stringify({ ...CANONICAL, ...rest });
const parameters = (rest: object): string => wrong({ parameters: { ...SCHEMA, ...rest } });
const UNSOUND: readonly (readonly [program: string, text: string, reason: string])[] = [
  ['description', wrong({ description: undefined }), '/description: Must be a text.'],
  ['format', wrong({ name: 'file-edit' }), '/name: Must be up to 64 letters, digits and _.'],
  ['json', '{"name":', '/name: The text ends here, where a value was expected.'],
  ['name', wrong({ name: 5 }), '/name: Must be a text.'],
  ['parameters', wrong({ parameters: undefined }), '/parameters: Must be an object.'],
  ['properties', parameters({ properties: undefined }), '/parameters: Needs properties, {} for none.'],
  [
    'property',
    parameters({ properties: { a: { type: 'text' } } }),
    '/parameters/properties/a/type: Is not what JSON Schema 2020-12 has here.',
  ],
  ['type', parameters({ type: 'array' }), '/parameters: Must be a schema of type "object".'],
];

test('IK-discovery-1 IK-registration-1 IK-registration-2 a discovery leaves out what is unsound or there already', async () => {
  const machine = createHome();
  const program = machine.program('file_edit', answering(JSON.stringify(CANONICAL)));
  machine.program('same_name', answering(JSON.stringify(CANONICAL)));
  for (const [name, text] of UNSOUND) machine.program(name, answering(text));
  const { tools, skipped } = JSON.parse((await machine.atip('list', '--refresh', '--json')).out);
  expect(tools.map(({ name, program }: Record<string, string>) => [name, program])).toStrictEqual([
    ['file_edit', program],
  ]);
  const told = skipped.map(({ source, reason }: Record<string, string>) => [source?.split('/').at(-1), reason]);
  expect(told).toStrictEqual([
    ...UNSOUND.map(([name, , reason]) => [name, reason]),
    ['same_name', `${program} already describes it.`],
  ]);
});

test('IK-request-1 IK-never-1 a discovered tool is compiled, offered, validated and run', async () => {
  const machine = createHome();
  machine.program('file_edit', answering(JSON.stringify(CANONICAL)));
  await machine.atip('list', '--refresh');
  const compile = ['compile', 'file_edit', '--to'];
  const compiled = await machine.atipEach(
    [...compile, 'openai', '--strict'],
    [...compile, 'anthropic'],
    [...compile, 'gemini', '--request'],
  );
  expect(compiled.map(({ out }) => JSON.parse(out))).toStrictEqual([[OPENAI], [ANTHROPIC], GOOGLE]);
  const run = ['run', 'file_edit', 'file_path=a', 'old_string=b'];
  // Canonical tools state no effects: a person has to say of one that it may run.
  expect((await machine.atip(...run, 'new_string=c')).code).toBe(3);
  expect((await machine.atip(...run, 'new_string=c', '--yes')).code).toBe(0);
  machine.configure({ policy: { rules: [{ run: 'file_edit', decision: 'allow' }] } });
  const given = { file_path: 'a', old_string: 'b', new_string: 'c' };
  const ran = await machine.atip(...run, 'new_string=c');
  expect([ran.code, JSON.parse(ran.out)]).toStrictEqual([0, given]);
  expect(await machine.atip(...run)).toStrictEqual({ code: 1, out: '', err: 'atip: "new_string" is required.\n' });
});
