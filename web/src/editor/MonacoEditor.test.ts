import { expect, test } from 'vitest';
import { acknowledge } from './MonacoEditor.tsx';

test.each([
  ['an older keystroke keeps the newer one waiting', ['a', 'ab'], 'a', ['ab']],
  ['the newest answers for all before it', ['a', 'ab'], 'ab', []],
  ['typed, deleted and typed again: the last one counts', ['a', '', 'a', 'ab'], 'a', ['ab']],
  ['a text from elsewhere is not an echo', ['a'], 'sample', undefined],
  ['nothing said, nothing echoes', [], 'a', undefined],
])('%s', (_name, said, value, left) => {
  expect(acknowledge(said, value)).toStrictEqual(left);
});
