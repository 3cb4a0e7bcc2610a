import { expect, test } from 'vitest';
import { parseTool } from '@atip/core';
import schema from '../../../schema/0.6.json' with { type: 'json' };
import { completionSchema } from './completion-schema.ts';

interface Made {
  readonly properties: Readonly<Record<string, { readonly suggestSortText: string; readonly description: string }>>;
  readonly definitions: { readonly effects: { readonly properties: Readonly<Record<string, object>> } };
  readonly defaultSnippets: readonly { readonly body: object }[];
}

// The service's own keywords are in no type.
const made = completionSchema(schema) as Made;

test('yes and no of an effect are explained', () => {
  expect(made.definitions.effects.properties['destructive']).toMatchObject({
    enum: [true, false],
    enumDescriptions: ['Yes. Destroys data for good.', expect.stringContaining('unknown is never taken for safe')],
  });
});

test('each template is a document without errors', () => {
  expect(made.defaultSnippets).toHaveLength(2);
  for (const { body } of made.defaultSnippets) {
    const text = JSON.stringify(body).replace(/\$\{\d:([^}]*)\}/g, '$1');
    expect(parseTool(text).issues).toStrictEqual([]);
  }
});
