import { expect, test } from 'vitest';
import { injectCatch } from './inject-catch.ts';

const COMMANDER = '/* parseOptions outputHelp unknownOption */';

test.each([
  [
    'a method',
    `${COMMANDER}class A{parse(argv, o){return 1}}`,
    `${COMMANDER}class A{parse(argv, o){globalThis.__atipCatch?.(this,AT,true);return 1}}`,
  ],
  [
    'a method that can wait',
    `${COMMANDER}class A{async parseAsync(e,t={}){return 1}}`,
    `${COMMANDER}class A{async parseAsync(e,t={}){await globalThis.__atipCatch?.(this,AT);return 1}}`,
  ],
  [
    'a function on a prototype',
    `${COMMANDER}A.prototype.parse = function(argv) {\n}`,
    `${COMMANDER}A.prototype.parse = function(argv) {globalThis.__atipCatch?.(this,AT,true);\n}`,
  ],
  ['a call is none', `${COMMANDER}if(parse(x)){y()}`, `${COMMANDER}if(parse(x)){y()}`],
  ['a call of a method is none', `${COMMANDER}a.parse(x)`, `${COMMANDER}a.parse(x)`],
  ['a private method is none', `${COMMANDER}class A{#parse(a){}}`, `${COMMANDER}class A{#parse(a){}}`],
  ['a source without a framework', 'class A{parse(a){}}', 'class A{parse(a){}}'],
])('%s', (_name, source, expected) => {
  expect(injectCatch(source, 'AT')).toBe(expected);
});

test('a text that looks like a function stays one text', () => {
  const source = `${COMMANDER}export const a = 'parse(a) {'; export const b = \`parse(b) {\`;`;
  const injected = injectCatch(source, 'import.meta.url');
  expect(injected).not.toBe(source);
  expect(() => new Function(injected.replaceAll('export ', ''))).not.toThrow();
});

test('it needs nothing but its own text, as it is sent to another thread', () => {
  const alone: unknown = new Function(`return ${injectCatch.toString()}`)();
  const source = `${COMMANDER}class A{parse(a){}}`;
  expect(typeof alone === 'function' ? alone(source, 'AT') : undefined).toBe(injectCatch(source, 'AT'));
});

test('a million characters without a function are gone through at once', () => {
  for (const part of ['parse(', 'async ', 'parse =', ' '])
    expect(injectCatch(`${COMMANDER}${part.repeat(200_000)}`, 'AT')).toHaveLength(
      COMMANDER.length + part.length * 200_000,
    );
});
