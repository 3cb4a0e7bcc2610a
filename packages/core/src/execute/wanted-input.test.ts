import { expect, test } from 'vitest';
import type { AtipEffects } from '../types/effects.ts';
import { wantedInput } from './check-call.ts';

test.each<[AtipEffects['interactive'], boolean, 'stdin' | 'tty' | undefined]>([
  [undefined, false, undefined],
  [{}, false, undefined],
  [{ stdin: 'none', prompts: false, tty: false }, false, undefined],
  [{ stdin: 'optional' }, false, undefined],
  [{ stdin: 'required' }, false, 'stdin'],
  [{ stdin: 'required' }, true, 'stdin'],
  [{ stdin: 'password' }, true, 'tty'],
  [{ prompts: true }, false, 'stdin'],
  [{ prompts: true }, true, undefined],
  [{ prompts: true, tty: true }, true, 'tty'],
])('%j, answered %s: %s', (interactive, answered, wanted) => {
  expect(wantedInput(interactive === undefined ? {} : { interactive }, answered)).toBe(wanted);
});
