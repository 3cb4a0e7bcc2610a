import { expect, test } from 'vitest';
import { cases } from '../../../../tests/long.ts';
import { findSecrets } from './find-secrets.ts';
import { mayHoldSecret } from './may-hold-secret.ts';
import { SECRET_RULES } from './secret-rules.ts';

test.each([
  'git status',
  'npm test 2>&1 | tail -5',
  'cat packages/cli/src/commands/doctor.ts',
  "grep -rn 'foo bar' src/ | head -20",
  'cd node_modules/.bin && pwd && ls -la',
  'curl -s http://localhost:3000/health',
])('the rules need not be loaded for %s', (line) => {
  expect(mayHoldSecret(line)).toBe(false);
});

/** Numbers below a limit, the same in each run. */
function createDice(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
const ELEMENT = /\((?:\?(?:<?[=!]|<\w+>|:))?|\[(?:\\.|[^\]\\])*\]|\\u[\da-f]{4}|\\.|[\s\S]/y;
const QUANTIFIER = /(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/y;

/** A text that a pattern is likely to match: shortest parts, and characters that hide it best from the quick test. */
function sample(pattern: RegExp, dice: (limit: number) => number): string {
  const { source, flags } = pattern;
  const isPlain = dice(2) === 0;
  let at = 0;
  const take = (part: RegExp): RegExpExecArray | null => {
    part.lastIndex = at;
    const found = part.exec(source);
    at = found ? part.lastIndex : at;
    return found;
  };
  const one = (element: string): string => {
    const matching = new RegExp(`^${element}$`, flags.replace('y', ''));
    const all = ASCII.filter((character) => matching.test(character));
    const hiding = all.filter((character) => /[a-z/=_.-]/.test(character));
    const choice = isPlain && hiding.length > 0 ? hiding : all;
    // Slashes and signs cut a word.
    const cutting = choice.filter((character) => '/='.includes(character));
    return (
      (cutting.length > 0 && dice(4) === 0 ? cutting : choice)[dice((cutting.length > 0 && 1) || choice.length)] ?? ''
    );
  };
  const alternatives = (): string => {
    const texts = [''];
    for (;;) {
      const element = take(ELEMENT)?.[0] ?? ')';
      if (element === ')') return texts[dice(texts.length)] ?? '';
      if (element === '|') {
        texts.push('');
        continue;
      }
      const start = at;
      const isLook = /^\(\?<?[=!]|^[$^]$|^\\b$/.test(element);
      let text = element.startsWith('(') ? alternatives() : isLook ? '' : one(element);
      const after = at;
      const [, sign, least = sign === '+' ? '1' : '0', , most] = take(QUANTIFIER) ?? ['', undefined, '1'];
      const end = at;
      const count = Number(least) + (sign === '?' || Number(most) > Number(least) ? dice(2) : 0);
      const parts = [text];
      while (parts.length < count) {
        at = start;
        parts.push(element.startsWith('(') ? alternatives() : one(element));
        at = after;
      }
      at = end;
      text = isLook || count === 0 ? '' : parts.join('');
      texts.push((texts.pop() ?? '') + text);
    }
  };
  return alternatives();
}

test('a text in which the rules find a secret is never passed over', () => {
  const dice = createDice(7);
  const hit = new Set<string>();
  const missed: string[] = [];
  for (const rule of SECRET_RULES) {
    for (let round = 0; round < cases(60); round += 1) {
      const text = `${['', 'echo ', 'curl -s x ', "'"][dice(4)]}${sample(rule.pattern, dice)}${['', ' | wc -l', "'", '@h'][dice(4)]}`;
      const found = findSecrets(text);
      if (found.length === 0) continue;
      for (const one of found) hit.add(one.rule);
      if (!mayHoldSecret(text)) missed.push(`${rule.name}: ${text}`);
    }
  }
  expect(missed).toStrictEqual([]);
  expect(hit.size).toBeGreaterThan(200);
});
