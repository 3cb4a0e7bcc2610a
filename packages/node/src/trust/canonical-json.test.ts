import { expect, test } from 'vitest';
import { canonicalDocument } from './canonical-json.ts';

const textOf = (text: string): string => {
  const result = canonicalDocument(text);
  return 'problem' in result ? result.problem : Buffer.from(result.bytes).toString();
};

test.each([
  // RFC 8785, 3.2.2 and 3.2.3: the examples of the standard.
  [
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    'It has no canonical form. The number 333333333.33333329 is read as 333333333.3333333.',
  ],
  [
    '{"numbers":[4.50,2e-3,0.000000000000000000000000001,1e21],"a":0}',
    'It has no canonical form. The number 1e21 is beyond 2^53.',
  ],
  [
    '{"numbers":[4.50,2e-3,1E-27,-0,-0.0,10e2,1e0],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    '{"literals":[null,true,false],"numbers":[4.5,0.002,1e-27,0,0,1000,1],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    '{"\\u20ac":"Euro","\\r":"CR","\\ufb33":"Dalet","1":"One","\\ud83d\\ude00":"Emoji","\\u0080":"Control","\\u00f6":"o"}',
    '{"\\r":"CR","1":"One","\u0080":"Control","ö":"o","€":"Euro","😀":"Emoji","\ufb33":"Dalet"}',
  ],
  ['\ufeff{"__proto__":{"b":1,"a":2},"constructor":[]}', '{"__proto__":{"a":2,"b":1},"constructor":[]}'],
  ['{"n":9007199254740991}', '{"n":9007199254740991}'],
])('%j has one canonical form, or none', (text, form) => {
  expect(textOf(text)).toBe(form);
});

test.each([
  ['{"n":9007199254740993}', 'The number 9007199254740993 is beyond 2^53.'],
  ['{"n":-9007199254740992}', 'The number -9007199254740992 is beyond 2^53.'],
  ['{"n":1e400}', '"1e400" is no number that JSON can hold.'],
  ['{"n":1e-400}', 'The number 1e-400 is read as 0.'],
  ['{"n":0.10000000000000001}', 'The number 0.10000000000000001 is read as 0.1.'],
  ['{"s":"\\ud800"}', 'A text has half of a surrogate pair.'],
  ['{"\\udc00":1}', 'A text has half of a surrogate pair.'],
  ['{"caf\u00e9":1,"cafe\u0301":2}', 'Two keys of one object are equal, or are after Unicode normalisation.'],
  [
    '{"a":{"b":1,"b":1}}',
    'The key "b" appears more than once in this object; only the last one counts, remove the others.',
  ],
  [
    '{"a":1,"\\u0061":1}',
    'The key "a" appears more than once in this object; only the last one counts, remove the others.',
  ],
  ['{"a":1,}', 'No comma follows the last value; remove it.'],
])('%j has no canonical form', (text, reason) => {
  expect(textOf(text)).toBe(`It has no canonical form. ${reason}`);
});

test('what is no object is no document', () => {
  expect(textOf('[1]')).toBe('It has no canonical form: it is no JSON object.');
});

test('a document is signed without what carries its signature, and with everything else', () => {
  const signed = '{"name":"x","trust":{"checksum":"sha256:00","source":"org"}}';
  const carried =
    '{"trust":{"verified":true,"signedBy":"me","source":"org","attestation":"{}","checksum":"sha256:00"},"name":"x"}';
  expect(textOf(carried)).toBe(signed);
  expect(textOf('{"name":"x","trust":{"attestation":"{}"}}')).toBe('{"name":"x"}');
  const embedded = '{"x-of":{"trust":{"attestation":"{}"}}}';
  expect(textOf(embedded)).toBe(embedded);
  expect(textOf('{"trust":"attestation"}')).toBe('{"trust":"attestation"}');
});
