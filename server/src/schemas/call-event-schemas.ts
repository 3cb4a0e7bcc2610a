import type { CallEvent, CallEventData, CallResult } from '../contract/contract.ts';
import { CALL_CHECK } from './call-schemas.ts';
import { EFFECTS, MESSAGE, SANDBOX_REPORT } from './core-schemas.ts';
import type { SchemaFor } from './json-schema.ts';
import { PROBLEM } from './problem-schema.ts';
import { choiceOf, flag, listOf, number, objectOf, orNull, text } from './schema-builders.ts';

const OUTPUT: SchemaFor<CallEventData<'stdout'>> = objectOf<CallEventData<'stdout'>>(
  'CallOutput',
  { text: text({ description: 'Redacted.' }) },
  {},
);

const EXIT: SchemaFor<CallEventData<'exit'>> = objectOf<CallEventData<'exit'>>(
  'CallExit',
  {
    exitCode: orNull<number>({ type: 'integer' }),
    duration: number({ description: 'Ms.' }),
    timedOut: flag(),
    truncated: flag(),
  },
  { sandbox: SANDBOX_REPORT },
);

const RESULT: SchemaFor<CallEventData<'result'>> = objectOf<CallEventData<'result'>>(
  'CallEventResult',
  { success: flag(), content: text(), message: MESSAGE },
  {},
);

/** The data of each event of `POST /calls`. */
export const CALL_EVENTS: { readonly [Kind in CallEvent['event']]: SchemaFor<CallEventData<Kind>> } = {
  accepted: objectOf<CallEventData<'accepted'>>('CallAccepted', { id: text(), check: CALL_CHECK }, {}),
  'confirmation-required': objectOf<CallEventData<'confirmation-required'>>(
    'ConfirmationRequired',
    {
      id: text(),
      hash: text(),
      executable: text(),
      argv: listOf(text()),
      cwd: text(),
      effects: EFFECTS,
      reasons: listOf(text()),
      expiresIn: number({ description: 'Ms until the question lapses.' }),
      where: choiceOf({ page: true, terminal: true }),
    },
    {},
  ),
  confirmed: objectOf<CallEventData<'confirmed'>>('CallConfirmed', { id: text() }, {}),
  stdout: OUTPUT,
  stderr: OUTPUT,
  exit: EXIT,
  result: RESULT,
  error: PROBLEM,
};

export const CALL_RESULT: SchemaFor<CallResult> = objectOf<CallResult>(
  'CallResult',
  { id: text(), check: CALL_CHECK, exit: EXIT, result: RESULT },
  {},
);
