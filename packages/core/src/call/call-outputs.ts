import { isReadOnly } from '../effects/safety-flags.ts';
import { ArgumentValidationError } from '../json/execute-errors.ts';
import type { ValidCheck } from '../types/validation.ts';

/** The standard outputs of one session's runs, for later calls to read. */
export interface CallOutputs {
  /** Keeps the output of a run, as its model could see it. @returns its number, from 1 */
  keep(output: CallOutput): number;
  get(number: number): CallOutput | undefined;
}

export interface CallOutput {
  readonly call: string;
  readonly text: string;
  /** True: secrets were redacted. */
  readonly isRedacted: boolean;
}

/** Most outputs of one session, and most UTF-16 units of them together. */
const LIMITS = { outputs: 50, length: 16_777_216 } as const;

/**
 * Keeps the outputs of one session in memory: at most 50, and 16 Mi UTF-16 units in all; the oldest are dropped first.
 */
export function createCallOutputs(limits: { readonly outputs: number; readonly length: number } = LIMITS): CallOutputs {
  const kept = new Map<number, CallOutput>();
  let [last, length] = [0, 0];
  return {
    keep(output) {
      last += 1;
      length += output.text.length;
      kept.set(last, output);
      for (const [number, { text }] of kept) {
        if (kept.size <= limits.outputs && length <= limits.length) break;
        kept.delete(number);
        length -= text.length;
      }
      return last;
    },
    get: (number) => kept.get(number),
  };
}

/** The text that a program reads, and the call whose output it is. */
export interface ResolvedInput {
  readonly text: string;
  readonly call?: string;
}

/**
 * Finds the text for a call's standard input.
 *
 * An earlier output is passed on redacted, as the model saw it: a program could send secrets, or print them in a form
 * that redaction does not recognise. Only a read-only command gets redacted input; another is refused, because it would
 * write `[REDACTED]` in the place of a secret.
 *
 * @throws ArgumentValidationError when no output has that number any more, or the command may not read a redacted one
 */
export function resolveInput(
  { stdin, effects }: Pick<ValidCheck, 'stdin' | 'effects'>,
  outputs: CallOutputs | undefined,
): ResolvedInput | undefined {
  if (stdin === undefined) return undefined;
  if ('text' in stdin) return stdin;
  const output = outputs?.get(stdin.output);
  const fail = (message: string) =>
    new ArgumentValidationError([{ code: 'INVALID_FORMAT', message, parameter: 'stdin_from' }]);
  if (output === undefined)
    throw fail(
      `There is no output ${stdin.output}. Results name the available ones, such as [Output 1]; the oldest are dropped.`,
    );
  if (output.isRedacted && !isReadOnly(effects))
    throw fail(
      `Secrets were taken out of output ${stdin.output}, so a command that does more than read is not given the rest.`,
    );
  return { text: output.text, call: output.call };
}
