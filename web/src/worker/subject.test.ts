import { loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import { answerRemarks } from '../output/answer-output.ts';
import { parsedDocument, readSubject } from './subject.ts';

test('a text is parsed once, also beside another', () => {
  const [one, other] = ['{ "a": 1 }', '{ "b": 1 }'];
  const document = parsedDocument(one);
  parsedDocument(other);
  expect(parsedDocument(one)).toBe(document);
  expect(document.source?.root.value).toStrictEqual({ a: 1 });
  expect(readSubject({ text: one })).toBe(readSubject({ text: one }));
});

test('a wrong version of the tool costs none of its commands', () => {
  const commands = '{ "a": { "description": "A" } }';
  const { issues, tool } = parsedDocument(
    `{ "atip": "0.4", "name": "x", "version": 2, "description": "X", "commands": ${commands} }`,
  );
  expect([issues.map(({ fix }) => fix?.title), Object.keys(tool?.commands ?? {})]).toStrictEqual([
    ['Change to "2"'],
    ['a'],
  ]);
});

test.each(['git', 'gh', 'docker', 'kubectl', 'npm', 'find'])('the document of %s has no problems', async (name) => {
  const text = JSON.stringify(await loadShim(name), null, 2);
  const issues = answerRemarks({ text, provider: 'openai', strict: false });
  expect(issues.filter(({ severity }) => severity !== 'info')).toStrictEqual([]);
});
