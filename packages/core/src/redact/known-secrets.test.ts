import { expect, test } from 'vitest';
import { createResultFilter } from './create-result-filter.ts';

const SECRET = 'p"ä /?+x9-Zz$&';

function filter(text: string, knownSecrets: readonly string[] = [SECRET]): string {
  return createResultFilter([], { knownSecrets: [...knownSecrets], redactSecrets: false }).filter(text, 'tool');
}

test.each([
  ['as it is', SECRET],
  ['JSON-escaped', 'p\\"ä /?+x9-Zz$&'],
  ['URL-encoded', 'p%22%C3%A4%20%2F%3F%2Bx9-Zz%24%26'],
  ['URL-encoded in lower case', 'p%22%c3%a4%20%2f%3f%2bx9-Zz%24%26'],
  ['in capitals', 'P"Ä /?+X9-ZZ$&'],
  ['in hexadecimal digits', '7022c3a4202f3f2b78392d5a7a2426'],
  ['in hexadecimal capitals', '7022C3A4202F3F2B78392D5A7A2426'],
  ['over two lines', 'p"ä /?+x9\n-Zz$&'],
  ['over three lines', 'p"ä /\n?+x9\n-Zz$&'],
  ['in hexadecimal digits over two lines', '7022c3a4202f3f2b78392d5a\n7a2426'],
])('finds a known value %s', (_name, variant) => {
  expect(filter(`<${variant}>`)).toBe('<[REDACTED]>');
});

test('finds it over lines in a stream, wherever the stream is cut', () => {
  const text = 'a p"ä /?+x9\n-Zz$& b\np"ä \n/?+\nx9-Zz$&\np"ä /\nno\n';
  const { stream } = createResultFilter([], { knownSecrets: [SECRET], redactSecrets: false });
  for (let cut = 0; cut <= text.length; cut += 1) {
    const { push, end } = stream();
    expect(push(text.slice(0, cut)) + push(text.slice(cut)) + end()).toBe('a [REDACTED] b\n[REDACTED]\np"ä /\nno\n');
  }
});

test('finds it in base64 at any offset', () => {
  for (const prefix of ['', 'u', 'us', 'usr:']) {
    const encoded = Buffer.from(`${prefix}${SECRET}:tail`, 'utf8').toString('base64');
    for (const text of [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_')]) {
      const filtered = filter(text);
      expect(filtered).toContain('[REDACTED]');
      expect(Buffer.from(filtered.replace('[REDACTED]', ''), 'base64').toString('utf8')).not.toContain('x9-');
    }
  }
});

test('finds each line of a value of several lines', () => {
  expect(filter('a first-line-1\nb second-line', ['first-line-1\nsecond-line'])).toBe('a [REDACTED]\nb [REDACTED]');
});

test('ignores values of fewer than 8 characters', () => {
  expect(filter('abcdefg abcdefgh', ['abcdefg', ''])).toBe('abcdefg abcdefgh');
});

test('takes the longest of two values that start alike', () => {
  expect(filter('secret-1234', ['secret-1', 'secret-1234'])).toBe('[REDACTED]');
});
