import { expect, test } from 'vitest';
import { formatIssue } from './format-issue.ts';

test('neither name nor message can move the cursor or look like another issue', () => {
  const issue = { code: 'c', severity: 'warning', message: 'one\u001b[2J\nb.json:1:1: error: two', path: '' } as const;
  const look = { paint: (_: string, text: string) => text, columns: 80 };
  expect(formatIssue({ name: 'a\u001b\n.json', text: '' }, issue, look)).toBe(
    'a\\u{1b}\\u{a}.json: warning: one b.json:1:1: error: two [c]\n',
  );
});
