import type { AtipEffects } from '../types/tool.ts';
import { wantedInput } from './check-call.ts';
import { expect, test } from 'vitest';

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
