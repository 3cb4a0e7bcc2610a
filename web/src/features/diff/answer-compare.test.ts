import { readFileSync } from 'node:fs';
import type { SemverVerdict } from '@atip/core';
import { expect, test } from 'vitest';
import { answerCompare, answerCompareLines, versionStep } from './answer-compare.ts';
import { comparisonMarkdown, stepSentence, verdictLine, whomOf } from './ComparedChanges.tsx';

const sample = (name: string): string => readFileSync(new URL(`../start/${name}`, import.meta.url), 'utf8');
const [GIT, NEXT] = [sample('git.json'), sample('git-next.json')];

function compared(before: string, after: string) {
  const answer = answerCompare({ before, after });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

test('each change of the sample says what it was, what it is, and where in either text', () => {
  const { changes } = compared(GIT, NEXT);
  const linesOf = (text: string, range: { start: { offset: number }; end: { offset: number } } | undefined): string =>
    range === undefined ? '' : text.slice(range.start.offset, range.end.offset);
  expect(
    changes.map(({ kind, code, place, before, after }) => [
      `${kind} ${code} ${place}`,
      before.words,
      after.words,
      linesOf(GIT, before.range),
      linesOf(NEXT, after.range),
    ]),
  ).toStrictEqual([
    ['breaking command-removed git show', 'Show one commit with its changes', undefined, '"show"', '"commands"'],
    [
      'additive parameter-added git status',
      undefined,
      'option, boolean, optional',
      '"status"',
      '{ "name": "branch", "flags": ["-b", "--branch"], "type": "boolean", "description": "Name the branch, too" }',
    ],
    [
      'breaking choices-narrowed git branch --list',
      'refname, committerdate, -committerdate',
      'refname, committerdate',
      '"enum": ["refname", "committerdate", "-committerdate"]',
      '"enum": ["refname", "committerdate"]',
    ],
    [
      'safety effect-raised git push',
      'not stated',
      'yes',
      '"push"',
      '"x-effects": { "destructive": true, "reversible": false }',
    ],
    [
      'safety effect-raised git push',
      'not stated',
      'no',
      '"push"',
      '"x-effects": { "destructive": true, "reversible": false }',
    ],
    ['additive parameter-added git push', undefined, 'option, boolean, optional', '"push"', '{'],
  ]);
});

test('the sample states a patch and needs a major version', () => {
  const comparison = compared(GIT, NEXT);
  expect(verdictLine(comparison)).toBe('major: 2 breaking changes, 2 safety changes, 2 additions');
  expect(stepSentence(comparison)).toBe('2.47.0 → 2.47.1 is a patch step, but this needs 3.0.0.');
});

test('what providers make of it comes once, with all whom it concerns', () => {
  const { providers } = compared(GIT, NEXT);
  expect(providers.map((change) => [change.kind, change.message, whomOf(change)])).toStrictEqual([
    ['neutral', 'There were 8 tools, and now there are 7.', 'every provider'],
  ]);
});

test('the side that cannot be read is named', () => {
  expect(answerCompare({ before: GIT, after: '{' })).toMatchObject({ ok: false, side: 'after' });
  expect(answerCompare({ before: '', after: GIT })).toMatchObject({ ok: false, side: 'before' });
  const faulty = GIT.replace('"network": false', '"network": "no"');
  expect(answerCompare({ before: GIT, after: faulty })).toMatchObject({ ok: false, side: 'after' });
});

const toolWith = (option: object, version = '1.0.0'): string =>
  JSON.stringify({
    atip: { version: '0.4' },
    name: 'x',
    version,
    description: 'd',
    commands: { a: { description: 'A', options: [option] } },
  });

test('a schema that can be strict no longer is a consequence for those with such a mode', () => {
  const option = { name: 'o', flags: ['--o'], type: 'enum', description: 'O' };
  const many = Array.from({ length: 1001 }, (_, index) => `v${index}`);
  const { providers } = compared(toolWith({ ...option, enum: ['a'] }), toolWith({ ...option, enum: many }));
  expect(providers.find(({ message }) => message.includes('strict'))).toStrictEqual({
    kind: 'worse',
    message: 'The schema of x_a can no longer be strict.',
    providers: ['OpenAI strict', 'Responses strict'],
  });
});

test('Markdown holds foreign text in code spans that it cannot leave', () => {
  const option = { name: 'o', flags: ['--o'], type: 'string', description: 'plain' };
  const markdown = comparisonMarkdown(
    compared(toolWith(option), toolWith({ ...option, description: '``` <img src=x>\n# \u2800' }, '1.0.1')),
  );
  expect(markdown).toBe(
    [
      '## `x` `1.0.0` → `x` `1.0.1`',
      '**patch: 1 neutral change**',
      '`1.0.0 → 1.0.1 is a patch step, and that is enough.`',
      '### Wording: only descriptions and spelling changed (1)',
      '- `x a` – `o is described otherwise.`: `plain` → ```` ``` <img src=x>\\n# \\u{2800} ````\n',
    ].join('\n\n'),
  );
});

test('a text is compared line by line, with three lines around a change', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}`);
  expect(answerCompareLines({ before: lines.join('\n'), after: lines.with(9, 'x').join('\n') })).toStrictEqual({
    lines: ['@@ line 7 → line 7', ' 7', ' 8', ' 9', '-10', '+x', ' 11', ' 12', ' 13'],
    added: 1,
    removed: 1,
  });
});

test.each<[string, string, SemverVerdict, unknown]>([
  ['1.2.0', '1.2.1', 'major', { stated: 'patch', needed: '2.0.0', isEnough: false }],
  ['1.2.0', '1.3.0', 'minor', { stated: 'minor', needed: '1.3.0', isEnough: true }],
  ['1.2.0', '2.0.0', 'patch', { stated: 'major', needed: '1.2.1', isEnough: true }],
  ['1.2.0', '1.2.0', 'none', { stated: 'none', needed: '1.2.0', isEnough: true }],
  ['1.2.0', '1.2.0', 'patch', { stated: 'none', needed: '1.2.1', isEnough: false }],
  ['0.3.1', '0.4.0', 'major', { stated: 'minor', needed: '0.4.0', isEnough: true }],
  ['0.3.1', '0.3.2', 'major', { stated: 'patch', needed: '0.4.0', isEnough: false }],
  ['2.0.0', '1.9.9', 'none', { stated: 'backwards', needed: '2.0.0', isEnough: false }],
  ['v1.2', '1.2.1-rc.1', 'patch', { stated: 'patch', needed: '1.2.1', isEnough: true }],
  ['main', '1.0.0', 'none', { stated: 'unreadable', isEnough: false }],
  ['1.0.0', 'main', 'major', { stated: 'unreadable', needed: '2.0.0', isEnough: false }],
])('%s → %s with %s changes', (before, after, verdict, expected) => {
  expect(versionStep(before, after, verdict)).toStrictEqual(expected);
});
