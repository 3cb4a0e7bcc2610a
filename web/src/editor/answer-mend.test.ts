import { expect, test } from 'vitest';
import { parsedDocument, problemsOf } from '../worker/subject.ts';
import { answerMend } from './answer-mend.ts';

/** A document that destroys, `command` being its last one. */
const document = (command: string, atip = '"0.4"', version = '"1"'): string => `{
  "atip": ${atip},
  "name": "demo",
  "version": ${version},
  "description": "Shows how it works",
  "effects": { "network": false },
  "commands": { ${command} }
}
`;
const LIST =
  '"list": { "description": "List all things", "options": [{ "name": "all", "flags": ["--all"], "type": "bool", "description": "All of them" }] }';

test.each([
  // A field that a later version may have added is a mistake in 0.4, and has a mend there.
  ['a later version of the protocol', '{ "version": "0.9" }', '"1.0"'],
  ['another protocol', '"1.0"', '"1.0"'],
  ['versions that are numbers', '0.4', '2'],
])('all is mended at once: %s', (_name, atip, version) => {
  const command = `${LIST}, "delete": { "description": "Delete all things", "effects": { "idempotent": "yes" } }`;
  const { text, count } = answerMend({ text: document(command, atip, version) });
  expect(problemsOf(parsedDocument(text))).toStrictEqual([]);
  expect(count).toBeLessThanOrEqual(5);
  expect(text).toContain('"type": "boolean"');
  expect(text).toContain('"effects": { "idempotent": true, "destructive": true }');
});

test.each([
  [
    'a reassurance that contradicts a harm goes',
    '"run": { "description": "Runs the thing", "effects": { "reversible": true, "destructive": true, "cost": { "estimate": "free", "billable": true }, "network": true } }',
    '"effects": { "destructive": true, "cost": { "billable": true }, "network": true }',
  ],
  [
    'a name that destroys is believed',
    '"delete": { "description": "Does the thing", "arguments": [] }',
    '"arguments": [], "effects": { "destructive": true } }',
  ],
])('%s', (_name, command, piece) => {
  const { text } = answerMend({ text: document(command) });
  expect(text).toContain(piece);
  expect(problemsOf(parsedDocument(text))).toStrictEqual([]);
});

test.each([
  [
    'a name that destroys, said to be reversible',
    document('"delete": { "description": "A", "effects": { "reversible": true } }'),
  ],
  ['a later agent', document(LIST.replace('bool', 'boolean'), '{ "version": "0.4", "minAgentVersion": "9.0" }')],
  ['a note', document(LIST.replace('"bool"', '"string", "default": "x", "required": true'))],
  ['nothing', ''],
])('%s has no mend', (_name, text) => {
  expect(answerMend({ text })).toStrictEqual({ text, count: 0 });
});
