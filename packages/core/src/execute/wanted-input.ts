import type { AtipEffects } from '../types/effects.ts';
import type { RunOptions } from '../types/execution.ts';

/**
 * What a command wants of a person while it runs; a password is read from a terminal.
 *
 * Absent: nothing that it states, `"stdin": "optional"` included.
 *
 * @param isAnswered the call gives the option that answers the command's questions
 * @see ATIP 0.3 §3.6
 */
export function wantedInput({ interactive = {} }: AtipEffects, isAnswered: boolean): RunOptions['interactive'] {
  const { stdin, prompts, tty } = interactive;
  if (tty === true || stdin === 'password') return 'tty';
  return stdin === 'required' || (prompts === true && !isAnswered) ? 'stdin' : undefined;
}
