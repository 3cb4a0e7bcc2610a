import { expect, test } from 'vitest';
import { createWantedPart } from './wanted-part.ts';

test('a panel hears once what it was asked for before it was there, and from then on at once', () => {
  const wanted = createWantedPart();
  const heard: string[] = [];
  wanted.want('policy');
  const stop = wanted.listen('policy', () => heard.push('first'));
  expect(heard).toStrictEqual(['first']);
  stop();
  wanted.listen('policy', () => heard.push('second'));
  expect(heard).toStrictEqual(['first']);
  wanted.want('call-form');
  wanted.want('policy');
  expect(heard).toStrictEqual(['first', 'second']);
});
