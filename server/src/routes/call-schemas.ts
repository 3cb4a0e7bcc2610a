import type { ArgumentProblem, ExecutionPolicy, PolicyDecision, PolicyRule, CallViolation } from '@atip/core';
import { DECISIONS, POLICY_SCHEMA, RULE_SCHEMA } from '@atip/core/internal';
import type { LineAnswer, PartAnswer } from '@atip/node';
import type { Kept } from '@atip/node/internal';
import { ProblemSchema } from '../http/problem.ts';
import {
  type EventOf,
  flag,
  foreign,
  type Infer,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  text,
  type TypedSchema,
} from '../http/schema.ts';
import { EFFECTS, MESSAGE, PROVIDER, SANDBOX_REPORT } from './core-schemas.ts';

const ARGUMENTS: TypedSchema<Record<string, unknown>> = { type: 'object' };

/** Core makes both from the table of policy fields. Closed, because an ignored field would allow what it forbids. */
const RULE = RULE_SCHEMA as TypedSchema<PolicyRule>;
const POLICY = POLICY_SCHEMA as TypedSchema<ClientPolicy>;
export type ClientPolicy = Omit<ExecutionPolicy, 'confirmationHandler' | 'delegations'>;

const CWD = text(
  'The directory of the run: absolute, from `~/`, or below that of the companion. It is below those that calls may write to.',
);

/** `policy` may only narrow the companion's own; `provider` defaults to `openai`. */
export const CALL_REQUEST = object('CallRequest', {
  call: object('ToolCall', { id: text(), name: text(), arguments: ARGUMENTS }),
  policy: optional(POLICY),
  cwd: optional(CWD),
  provider: optional(PROVIDER),
});
export type CallRequest = Infer<typeof CALL_REQUEST>;

/** `remember` names one of the rules of confirmation-required, which then applies while the companion runs, or for good. */
export const DECISION_REQUEST = object('DecisionRequest', {
  approve: flag(),
  hash: text('Of confirmation-required.'),
  remember: optional(object('RememberedRule', { scope: oneOf(['companion', 'always']), rule: RULE })),
});
export type DecisionRequest = Infer<typeof DECISION_REQUEST>;

const problemOf = <Code extends string>(code: TypedSchema<Code>): TypedSchema<ArgumentProblem<Code>> =>
  object(undefined, { code, message: text(), parameter: text() });

const VALIDATION = object('ToolCallValidation', {
  valid: flag(),
  errors: listOf(
    problemOf(
      oneOf([
        'MISSING_REQUIRED',
        'INVALID_TYPE',
        'INVALID_ENUM',
        'INVALID_FORMAT',
        'UNKNOWN_COMMAND',
        'INVALID_METADATA',
        'EXTRA_PARAMETER',
      ]),
    ),
  ),
  warnings: listOf(problemOf(oneOf(['EXTRA_PARAMETER', 'DEPRECATED_PARAMETER']))),
  arguments: ARGUMENTS,
});

const DECISION = object('PolicyDecision', {
  decision: oneOf(['allow', 'confirm', 'deny']),
  violations: listOf(foreign<CallViolation>('PolicyViolation', 'A rule of the policy that contributed.')),
  rule: optional(
    foreign<NonNullable<PolicyDecision['rule']>>(
      'PolicyPart',
      'The part of the policy that decided: a field, `levels/NAME`, `rules/INDEX` or `delegations/INDEX`.',
      'string',
    ),
  ),
});

/** One command of a line, with its place in the line. */
const LINE_PART: TypedSchema<Omit<PartAnswer, 'origin'>> = object('LinePart', {
  start: number('UTF-16 offset in the line.'),
  end: number(),
  through: listOf(text(), { description: 'Wrappers, outermost first, such as `sudo`.' }),
  unknown: listOf(text(), { description: 'Words that were not understood.' }),
  effects: EFFECTS,
  decision: oneOf(DECISIONS),
  reason: text('Empty: it is allowed.'),
  program: optional(text('Absent: not known before the line runs, or it starts nothing.')),
  tool: optional(text()),
  command: optional(listOf(text(), { description: 'Absent: there is no document for it.' })),
  rule: optional(text('The part of the policy that decided.')),
});

/** A shell line's effects and the decision about it: the strictest of its commands. */
export const LINE_CHECK = object('LineCheck', {
  decision: oneOf(DECISIONS),
  reasons: listOf(text()),
  parts: listOf(LINE_PART),
  writes: listOf(text(), { description: 'Files that redirects write.' }),
  network: flag(),
  problems: listOf(
    foreign<LineAnswer['problems'][number]>('LineIssue', 'A place in the line where the effect of bash is unknown.'),
  ),
});

/** `policy` may only narrow the companion's own. */
export const LINE_CHECK_REQUEST = object('LineCheckRequest', {
  line: text(),
  policy: optional(POLICY),
  cwd: optional(CWD),
});
export type LineCheckRequest = Infer<typeof LINE_CHECK_REQUEST>;

export const LINE_REQUEST = object('LineRequest', {
  line: text(),
  policy: optional(POLICY),
  cwd: optional(CWD),
  provider: optional(PROVIDER),
  input: optional(text('Standard input.')),
});

/** `argv` is exactly what the process gets and what `hash` binds an approval to; absent while the arguments are invalid. */
export const CALL_CHECK = object('CheckAnswer', {
  tool: text(),
  path: listOf(text()),
  effects: EFFECTS,
  executable: text(),
  validation: VALIDATION,
  decision: DECISION,
  cwd: text(),
  argv: optional(listOf(text())),
  hash: optional(text()),
  line: optional(LINE_CHECK),
});
export type CheckAnswer = Infer<typeof CALL_CHECK>;

const OUTPUT = object('CallOutput', { text: text('Redacted.') });

const EXIT = object('CallExit', {
  exitCode: orNull<number>({ type: 'integer' }),
  duration: number('Ms.'),
  timedOut: flag(),
  truncated: flag(),
  sandbox: optional(SANDBOX_REPORT),
  reason: optional(text('Why it failed, as far as the companion can tell better than the program.')),
});

const RESULT = object('CallEventResult', { success: flag(), content: text(), cwd: text(), message: MESSAGE });

/** The rule that an answer added to the policy; without `file` it applies while the companion runs. */
export const KEPT: TypedSchema<Kept> = object('Kept', {
  id: text(),
  rule: optional(RULE),
  host: optional(text()),
  file: optional(text()),
});

/** The data of each event of `POST /calls`; `result` or `error` is the last. */
export const CALL_EVENTS = {
  accepted: object('CallAccepted', { id: text(), check: CALL_CHECK }),
  /** `where: 'terminal'`: a person answers in the companion's terminal, and no answer of a client counts. */
  'confirmation-required': object('ConfirmationRequired', {
    id: text(),
    hash: text(),
    executable: text(),
    argv: listOf(text()),
    cwd: text(),
    effects: EFFECTS,
    reasons: listOf(text()),
    expiresIn: number('Ms until the question lapses.'),
    where: oneOf(['page', 'terminal']),
    stdin: optional(text('Standard input.')),
    remember: optional(listOf(object('RuleOffer', { label: text(), rule: RULE }))),
    noRule: optional(text('Why no rule can avoid the question.')),
  }),
  /** A person approved, here or in the terminal, perhaps for more than once; the program runs once a slot is free. */
  confirmed: object('CallConfirmed', { id: text(), kept: optional(KEPT) }),
  stdout: OUTPUT,
  stderr: OUTPUT,
  exit: EXIT,
  result: RESULT,
  error: ProblemSchema,
};
export type CallEvent = EventOf<typeof CALL_EVENTS>;

export const CALL_RESULT = object('CallResult', { id: text(), check: CALL_CHECK, exit: EXIT, result: RESULT });
export type CallResult = Infer<typeof CALL_RESULT>;
