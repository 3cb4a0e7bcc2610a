import { expect, test } from 'vitest';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { createComponentWriter } from './hoist-components.ts';

test('a named schema is written once, wherever it is used', () => {
  const inner: JsonSchema = { title: 'Inner', type: 'string' };
  const properties = { one: inner, many: { type: 'array', items: inner } } as const;
  const writer = createComponentWriter();
  expect(writer.write({ type: 'object', properties, additionalProperties: inner })).toStrictEqual({
    type: 'object',
    properties: {
      one: { $ref: '#/components/schemas/Inner' },
      many: { type: 'array', items: { $ref: '#/components/schemas/Inner' } },
    },
    additionalProperties: { $ref: '#/components/schemas/Inner' },
  });
  expect(writer.components()).toStrictEqual({ Inner: { type: 'string' } });
});

test('two schemas of one name would hide each other', () => {
  const writer = createComponentWriter();
  writer.write({ title: 'One', type: 'string' });
  expect(() => writer.write({ title: 'One', type: 'object' })).toThrow('Two schemas are called One.');
});
