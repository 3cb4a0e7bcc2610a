import { expect, test } from 'vitest';
import { CALL_REQUEST } from '../schemas/call-schemas.ts';
import type { SchemaFor } from '../schemas/json-schema.ts';
import { COMPILE_REQUEST, FILTER_REQUEST } from '../schemas/portable-schemas.ts';
import { COMMANDS_REQUEST } from '../schemas/tool-schemas.ts';
import { schemaReader } from './schema-reader.ts';

/** What a refusal says. */
function refusal(schema: SchemaFor<object>, value: unknown): string {
  try {
    schemaReader(schema, 'The body')(value);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'accepted';
}

const CALL = { id: 'c1', name: 'demo_say', arguments: { text: 'hi' } };
const SECRET = 'hunter2-hunter2';

test.each([
  [FILTER_REQUEST, [], 'The body must be an object.'],
  [FILTER_REQUEST, null, 'The body must be an object.'],
  [FILTER_REQUEST, {}, 'text must be a string.'],
  [FILTER_REQUEST, { text: { [SECRET]: SECRET } }, 'text must be a string.'],
  [CALL_REQUEST, { call: { ...CALL, arguments: [] } }, 'call.arguments must be an object.'],
  [CALL_REQUEST, { call: { id: 'c1', name: SECRET } }, 'call.arguments must be an object.'],
  [
    CALL_REQUEST,
    { call: CALL, provider: SECRET },
    'provider must be one of openai, openai-responses, anthropic, gemini, mcp, bedrock.',
  ],
  [CALL_REQUEST, { call: CALL, policy: { allowNetwork: SECRET } }, 'policy.allowNetwork must be true or false.'],
  [
    CALL_REQUEST,
    { call: CALL, policy: { maxCostEstimate: SECRET } },
    'policy.maxCostEstimate must be one of free, low, medium, high.',
  ],
  [CALL_REQUEST, { call: CALL, policy: { allowAll: SECRET } }, 'policy has no field "allowAll".'],
  [COMMANDS_REQUEST, { commands: [] }, 'commands must be a list of 1 to 100 entries.'],
  [COMMANDS_REQUEST, { commands: Array(101).fill('x') }, 'commands must be a list of 1 to 100 entries.'],
  [COMMANDS_REQUEST, { commands: ['a', 1] }, 'commands[1] must be a string.'],
  [
    COMPILE_REQUEST,
    { sources: ['{}', 1], provider: 'openai' },
    'sources[1] must be a string or an object. A document: its text, whose issues have positions, or the object itself.',
  ],
])('a refusal names the field and what it must be, and no value: %#', (schema, value, detail) => {
  expect(refusal(schema, value)).toBe(detail);
});

test('a long name of a field is cut', () => {
  expect(refusal(CALL_REQUEST, { call: CALL, policy: { ['x'.repeat(1000)]: 1 } })).toBe(
    `policy has no field "${'x'.repeat(80)}".`,
  );
});

test('what the schema does not name goes no further', () => {
  const read = schemaReader(CALL_REQUEST, 'The body');
  const body: unknown = JSON.parse(
    '{"call":{"id":"1","name":"n","arguments":{"__proto__":1},"extra":1},"__proto__":{"policy":{}},"x":1}',
  );
  const found = read(body);
  expect(JSON.stringify(found)).toBe('{"call":{"id":"1","name":"n","arguments":{"__proto__":1}}}');
  expect(found.policy).toBeUndefined();
});

test('a document is not looked into, and of a list that is too long only as much as shows that', () => {
  const source = {
    get commands(): never {
      throw new Error('It was looked into.');
    },
  };
  const read = schemaReader(COMPILE_REQUEST, 'The body')({ sources: [source], provider: 'openai' });
  expect(read.sources[0]).toBe(source);
  let reads = 0;
  const commands = new Proxy(Array(1_000_000).fill(1), {
    get(list, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(list, name);
    },
  });
  expect(refusal(COMMANDS_REQUEST, { commands })).toBe('commands must be a list of 1 to 100 entries.');
  expect(reads).toBe(101);
});

test('of many fields that there are not, one is named', () => {
  const policy = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, 1]));
  expect(refusal(CALL_REQUEST, { call: CALL, policy })).toBe('policy has no field "k0".');
});
