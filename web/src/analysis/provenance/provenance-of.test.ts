import { type CompileSettings, compile, parseTool, type Provider } from '@atip/core';
import { expect, test } from 'vitest';
import { provenanceOf } from './provenance-of.ts';
import { sourceOfLine } from './source-of-line.ts';

const TEXT = `{
  "atip": "0.4", "name": "demo", "version": "1", "description": "Shows how it works",
  "effects": { "network": false },
  "globalOptions": [{ "name": "host", "flags": ["--host"], "type": "url", "required": true, "description": "Where" }],
  "commands": {
    "box": {
      "description": "Boxes",
      "effects": { "filesystem": { "write": false } },
      "commands": {
        "list": {
          "description": "List boxes",
          "arguments": [{ "name": "names", "type": "enum", "enum": [1, "a", "1"], "variadic": true, "description": "" }],
          "options": [
            { "name": "size", "flags": ["--size"], "type": "integer", "default": 5, "description": "How large" },
            { "name": "by", "flags": ["--by"], "type": "enum", "enum": ["age"], "required": false, "description": "Order" }
          ],
          "examples": ["demo box list"]
        },
        "drop": {
          "description": "",
          "effects": { "destructive": true, "idempotent": false },
          "options": [
            { "name": "size", "flags": ["--size"], "type": "integer", "description": "Which" },
            { "name": "all", "flags": ["--all"], "type": "boolean", "description": "All", "x-effects": { "network": true, "destructive": true } }
          ]
        }
      }
    }
  }
}`;

/** The first output line that begins so after `after`, as its sources' texts (the first line of each) and the reason. */
function lookUp(provider: Provider, settings: CompileSettings, begin: string, after = '['): readonly string[] {
  const { tool } = parseTool(TEXT);
  if (tool === undefined) throw new Error('The fixture is no tool.');
  const compilation = compile([tool], provider, settings);
  const provenance = provenanceOf(TEXT, tool, compilation);
  if (provenance === undefined) throw new Error('The fixture is no JSON.');
  const lines = JSON.stringify(compilation.tools, null, 2).split('\n');
  const from = lines.findIndex((line) => line.trim().startsWith(after));
  const index = lines.findIndex((line, at) => at >= from && line.trim().startsWith(begin));
  const source = sourceOfLine(provenance, index + 1);
  if (index < 0 || source === undefined) throw new Error(`There is no line ${begin}.`);
  const texts = source.ranges.map(({ start, end }) => TEXT.slice(start.offset, end.offset).split('\n', 1)[0] ?? '');
  return [...texts, source.why, source.kind];
}

const LIST_EFFECTS = ['"network": false', '"write": false'];
const SIZE = '{ "name": "size", "flags": ["--size"], "type": "integer", "default": 5, "description": "How large" }';
const BY =
  '{ "name": "by", "flags": ["--by"], "type": "enum", "enum": ["age"], "required": false, "description": "Order" }';
const NAMES = '{ "name": "names", "type": "enum", "enum": [1, "a", "1"], "variadic": true, "description": "" }';
const HOST = '{ "name": "host", "flags": ["--host"], "type": "url", "required": true, "description": "Where" }';
const ALL_EFFECTS = '"x-effects": { "network": true, "destructive": true }';

/** begin of the line, begin of a line before it, places and reason */
const STRICT: readonly (readonly [string, string, readonly string[]])[] = [
  ['[', '[', ['{', 'the list of tools, made by the dialect', 'dialect']],
  ['"type": "function"', '[', ['"list": {', 'made by the dialect, for the command', 'dialect']],
  [
    '"name"',
    '[',
    [
      '"list"',
      '"box"',
      '"name": "demo"',
      'made from the keys that lead to the command and `name` of the tool',
      'document',
    ],
  ],
  [
    '"description"',
    '[',
    [
      '"description": "List boxes"',
      ...LIST_EFFECTS,
      'made from `description` of the command, `effects.network` of the tool and `effects.filesystem.write` of its group',
      'document',
    ],
  ],
  ['"strict"', '[', ['"list": {', 'made by the dialect, for the command', 'dialect']],
  ['"names": {', '[', [NAMES, '"name": "names"', 'made from the argument', 'document']],
  [
    '"type"',
    '"names"',
    ['"variadic": true', '"type": "enum"', 'made from `variadic` and `type` of the argument', 'document'],
  ],
  ['"description"', '"names"', ['"name": "names"', 'made from `name` of the argument', 'document']],
  [
    '"type"',
    '"items"',
    ['"type": "enum"', '"enum": [1, "a", "1"]', 'made from `type` and `enum` of the argument', 'document'],
  ],
  ['"1"', '"names"', ['1', 'made from a value of `enum` of the argument', 'document']],
  ['"a"', '"names"', ['"a"', 'made from a value of `enum` of the argument', 'document']],
  ['"integer"', '"size"', ['"type": "integer"', 'made from `type` of the option', 'document']],
  ['"null"', '"size"', [SIZE, 'null, since the option is optional and strict mode asks for all', 'document']],
  [
    '"description"',
    '"size"',
    ['"description": "How large"', '"default": 5', 'made from `description` and `default` of the option', 'document'],
  ],
  [
    'null',
    '"by"',
    ['"required": false', 'null, since the option is optional and strict mode asks for all', 'document'],
  ],
  [
    '"description"',
    '"host"',
    ['"description": "Where"', '"type": "url"', 'made from `description` and `type` of the option', 'document'],
  ],
  ['"names"', '"required"', [NAMES, 'made from the parameter, which is required', 'document']],
  ['"by"', '"required"', [BY, '"required": false', 'strict mode lists every parameter', 'document']],
  ['"host"', '"required"', [HOST, '"required": true', 'made from the parameter, which is required', 'document']],
  ['"additionalProperties"', '[', ['"list": {', 'made by the dialect, for the command', 'dialect']],
  [
    '"description"',
    '"name": "demo_box_drop"',
    [
      '"drop"',
      '"destructive": true',
      '"idempotent": false',
      'made from the key, `effects.destructive` and `effects.idempotent` of the command',
      'document',
    ],
  ],
  [
    '"description"',
    '"all"',
    ['"description": "All"', ALL_EFFECTS, 'made from `description` and `x-effects` of the option', 'document'],
  ],
];

test.each(STRICT)('openai, strict: %s after %s', (begin, after, expected) => {
  expect(lookUp('openai', { strict: true }, begin, after)).toStrictEqual(expected);
});

/** By MCP's hint. */
const HINTS: readonly (readonly [string, string, readonly string[]])[] = [
  [
    '"title"',
    '[',
    [
      '"list"',
      '"box"',
      '"name": "demo"',
      'made from the keys that lead to the command and `name` of the tool',
      'document',
    ],
  ],
  ['"annotations"', '[', ['"list": {', 'made by the dialect, for the command', 'dialect']],
  [
    '"readOnlyHint": true',
    '[',
    [
      ...LIST_EFFECTS,
      'made from `effects.network` of the tool and `effects.filesystem.write` of its group',
      'document',
    ],
  ],
  [
    '"destructiveHint": false',
    '[',
    [
      ...LIST_EFFECTS,
      'made from `effects.network` of the tool and `effects.filesystem.write` of its group',
      'document',
    ],
  ],
  ['"idempotentHint": false', '[', ['"list": {', 'the worst, since it is not stated', 'document']],
  ['"openWorldHint": false', '[', ['"network": false', 'made from `effects.network` of the tool', 'document']],
  [
    '"readOnlyHint": false',
    '"name": "demo_box_drop"',
    [
      '"destructive": true',
      ALL_EFFECTS,
      'made from `effects.destructive` of the command and `x-effects` of its parameters',
      'document',
    ],
  ],
  [
    '"destructiveHint": true',
    '[',
    [
      '"destructive": true',
      ALL_EFFECTS,
      'made from `effects.destructive` of the command and `x-effects` of its parameters',
      'document',
    ],
  ],
  [
    '"openWorldHint": true',
    '[',
    [
      '"network": false',
      ALL_EFFECTS,
      'made from `effects.network` of the tool and `x-effects` of its parameters',
      'document',
    ],
  ],
];

test.each(HINTS)('mcp: %s after %s', (begin, after, expected) => {
  expect(lookUp('mcp', {}, begin, after)).toStrictEqual(expected);
});

/** One tool for both commands. */
const ACTIONS: readonly (readonly [string, string, readonly string[]])[] = [
  ['"toolSpec"', '[', ['"box": {', 'made by the dialect, for the group', 'dialect']],
  ['"name"', '[', ['"box"', '"name": "demo"', 'made from the key of the group and `name` of the tool', 'document']],
  [
    '"description"',
    '[',
    [
      '"description": "Boxes"',
      '"description": "List boxes"',
      '"examples": ["demo box list"]',
      ...LIST_EFFECTS,
      '"drop"',
      '"destructive": true',
      '"idempotent": false',
      'made from `description` of the group, `description`, `examples` of the command and more',
      'document',
    ],
  ],
  ['"description"', '"action"', ['"box": {', 'made by the dialect, to choose one of the group’s commands', 'dialect']],
  ['"drop"', '"action"', ['"drop"', 'made from the key of the command', 'document']],
  [
    '"size"',
    '[',
    [
      SIZE,
      '"name": "size"',
      '{ "name": "size", "flags": ["--size"], "type": "integer", "description": "Which" }',
      'made from the parameters of 2 commands',
      'document',
    ],
  ],
  ['"action"', '"required"', ['"box": {', 'made by the dialect, to choose one of the group’s commands', 'dialect']],
];

test.each(ACTIONS)('bedrock, one tool with actions: %s after %s', (begin, after, expected) => {
  expect(lookUp('bedrock', { strategy: 'action', examples: true }, begin, after)).toStrictEqual(expected);
});

test('a text that is no JSON has no provenance', () => {
  const { tool } = parseTool(TEXT);
  if (tool === undefined) throw new Error('The fixture is no tool.');
  expect(provenanceOf('Usage: demo COMMAND', tool, compile([tool], 'openai'))).toBe(undefined);
});

test('a text that lacks what the tool has leads to the nearest place above it', () => {
  const { tool } = parseTool(TEXT);
  if (tool === undefined) throw new Error('The fixture is no tool.');
  const text = '{ "name": "demo", "commands": { "box": {} } }';
  const provenance = provenanceOf(text, tool, compile([tool], 'openai'));
  const source = provenance && sourceOfLine(provenance, 2);
  expect(source?.ranges.map(({ start, end }) => text.slice(start.offset, end.offset))).toStrictEqual(['"box": {}']);
});
