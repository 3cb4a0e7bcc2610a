import type { AtipPattern } from '@atip/core';
import { type PatternPlan, planPattern } from '@atip/core/internal';
import {
  checkPatterns,
  describePattern,
  detailOf,
  type PatternOutcome,
  type PatternQuestion,
  runPattern,
} from '@atip/node/internal';
import { CONFIRMATION_LIFETIME } from '../calls/active-calls.ts';
import { eventStreamResponse } from '../http/event-stream.ts';
import { ProblemError, ProblemSchema, toProblem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import {
  type EventOf,
  flag,
  foreign,
  type Infer,
  listOf,
  number,
  object,
  oneOf,
  recordOf,
  text,
  wholeNumber,
} from '../http/schema.ts';
import type { ActiveCall, CompanionPorts } from '../ports.ts';
import { toolsOf } from '../tools/tool-catalogue.ts';
import { CALL_EVENTS } from './call-schemas.ts';
import { auditOf, exitOf, RUN_PROBLEMS, WHO } from './calls.ts';
import { EFFECTS } from './core-schemas.ts';
import { assertCallSize, callProblem, hostOf, ownPolicy } from './check-request.ts';

const STEP_NUMBER = wholeNumber({ minimum: 1 });

const PATTERN_REQUEST = object(
  'PatternRequest',
  {
    pattern: foreign<AtipPattern>(
      'Pattern',
      'As documents have it. Its steps are decided by the documents of this machine.',
    ),
    tool: text({ description: 'The tool whose document it is from.' }),
    values: recordOf(text()),
  },
  { from: STEP_NUMBER },
);
export type PatternRequest = Infer<typeof PATTERN_REQUEST>;

const STEP = object('PatternStep', {
  number: STEP_NUMBER,
  argv: listOf(text()),
  executable: text(),
  effects: EFFECTS,
  decision: oneOf(['allow', 'confirm', 'deny']),
  reasons: listOf(text()),
});
const STEPS = listOf(STEP);
const OUTCOME = object(
  'StepOutcome',
  { number: STEP_NUMBER, state: oneOf(['ran', 'failed', 'refused', 'not-run']) },
  { reason: text() },
);

/** The data of each event; `result` or `error` is the last. One question covers all steps. */
const PATTERN_EVENTS = {
  'confirmation-required': object('PatternConfirmation', {
    ...{ id: text(), hash: text(), steps: STEPS, cwd: text() },
    expiresIn: number({ description: 'Ms until the question lapses.' }),
    where: oneOf(['page', 'terminal']),
  }),
  step: object('PatternStepStarted', { id: text(), number: STEP_NUMBER, argv: listOf(text()) }),
  stdout: CALL_EVENTS.stdout,
  stderr: CALL_EVENTS.stderr,
  result: object('PatternResult', { success: flag(), steps: listOf(OUTCOME) }),
  error: ProblemSchema,
};
export type PatternEvent = EventOf<typeof PATTERN_EVENTS>;

export const runPatternRoute = route(
  {
    operationId: 'runPattern',
    method: 'post',
    path: '/api/v1/patterns/run',
    summary: 'Runs the steps of a pattern after one question about all; the first that fails stops the rest',
    tag: 'companion',
    body: PATTERN_REQUEST,
    answer: { kind: 'events', events: PATTERN_EVENTS },
    problems: {
      413: ['arguments-too-large'],
      422: ['invalid-metadata'],
      429: ['too-many-calls', 'rate-limited'],
      503: RUN_PROBLEMS[503],
    },
  },
  ({ body, request: { signal: clientGone } }, ports: CompanionPorts) => {
    assertCallSize(body);
    const { patterns, problem = 'It is not a pattern.' } = checkPatterns(body.pattern);
    const [pattern] = patterns;
    if (!pattern) throw new ProblemError(422, 'invalid-metadata', `/pattern: ${problem}`);
    const call = ports.calls.admit();
    if (clientGone.aborted) call.cancel();
    clientGone.addEventListener('abort', call.cancel, { once: true });
    return eventStreamResponse<PatternEvent>(async (emit) => {
      const send = async (event: PatternEvent): Promise<void> => void (await emit(event));
      try {
        await send({ event: 'result', data: resultOf(await run({ ...body, pattern }, call, ports, send)) });
      } catch (error) {
        const problem = call.signal.aborted ? call.signal.reason : callProblem(error);
        if (!(problem instanceof ProblemError)) ports.report(problem);
        await send({ event: 'error', data: toProblem(problem) });
      } finally {
        call.finish();
      }
    }, call.cancel);
  },
);

type Send = (event: PatternEvent) => Promise<void>;

function run(body: PatternRequest, call: ActiveCall, ports: CompanionPorts, send: Send): Promise<PatternOutcome> {
  const { id, signal } = call;
  const plan = (): PatternPlan => planAt(body, id, ports);
  return runPattern(plan(), {
    ...hostOf(ports),
    ...(ports.output && { output: ports.output }),
    tools: toolsOf(ports.catalogue.current()),
    outputs: ports.calls.outputs,
    record: { log: auditOf(ports), who: WHO, id, onProblem: ports.report },
    signal,
    onRan: ports.context.ran,
    inTurn: (start) => ports.calls.slots.use(signal, start),
    replan: plan,
    askAll: (question) => askAll(question, call, ports, send),
    onStep: ({ number, call: { argv } }) => send({ event: 'step', data: { id, number, argv: [...argv] } }),
    onOutput: (event, text) => send({ event, data: { text } }),
  });
}

function planAt(
  { pattern, tool: owner, values, from }: PatternRequest,
  id: string,
  ports: CompanionPorts,
): PatternPlan {
  const { cwd, writableRoots: writable } = ports;
  return planPattern(pattern, values, toolsOf(ports.catalogue.current()), {
    ...{ policy: ownPolicy(ports), owner, id, directories: { cwd, ...(writable && { writable }) } },
    ...(from !== undefined && { from }),
  });
}

/** Asks in the page, or in the companion's terminal; then only the terminal's answer counts. */
async function askAll(
  question: PatternQuestion,
  call: ActiveCall,
  ports: CompanionPorts,
  send: Send,
): Promise<boolean> {
  const { ask, cwd } = ports;
  const [first] = question.steps;
  const inTerminal = (withdrawn: AbortSignal): Promise<boolean> => {
    if (!ask || !first) return Promise.resolve(false);
    const { program, started: argv, effects, reasons } = first.call;
    const one = { command: question.pattern.name, program: program.path, argv, cwd, effects, reasons };
    return ask({ ...one, described: describePattern(question) }, withdrawn);
  };
  // Register the question before announcing it, so that the quickest answer finds it.
  const answered = call.confirmation(question.hash, ask && inTerminal, undefined);
  const steps = question.steps.map(({ number, call: { argv, program, effects, decision }, reasons }) => ({
    ...{ number, argv, executable: program.path, effects, decision, reasons },
  }));
  const where = ask ? ('terminal' as const) : ('page' as const);
  const data = { id: call.id, hash: question.hash, steps, cwd, expiresIn: CONFIRMATION_LIFETIME, where };
  const [approved] = await Promise.all([answered, send({ event: 'confirmation-required', data })]);
  return approved;
}

function resultOf({ success, steps }: PatternOutcome): Infer<(typeof PATTERN_EVENTS)['result']> {
  return {
    success,
    steps: steps.map((step) => ({
      ...{ number: step.number, state: step.state },
      ...reasonOf(step),
    })),
  };
}

function reasonOf(step: PatternOutcome['steps'][number]): { readonly reason?: string } {
  if (step.state === 'refused') return { reason: detailOf(step.error) };
  if (step.state !== 'failed') return {};
  const { exitCode, timedOut, reason } = exitOf(step.result);
  const how = timedOut ? 'It ran out of time.' : exitCode === null ? 'A signal ended it.' : `Exit code ${exitCode}.`;
  return { reason: [how, reason ?? ''].join(' ').trim() };
}
