import { once } from 'node:events';
import type { FormattedResult, ToolCall } from '@atip/core';
import { formatForProvider } from '@atip/core/execute';
import {
  type CallHost,
  type CallQuestion,
  groupsOf,
  type Kept,
  type LineCallCheck,
  type LocatedCall,
  type Remembering,
  runCall,
} from '@atip/node/internal';
import { CONFIRMATION_LIFETIME } from '../calls/active-calls.ts';
import { eventStreamResponse } from '../http/event-stream.ts';
import { ProblemError, toProblem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { text } from '../http/schema.ts';
import type { CompanionPorts, ActiveCall } from '../ports.ts';
import {
  CALL_CHECK,
  CALL_EVENTS,
  CALL_REQUEST,
  CALL_RESULT,
  DECISION_REQUEST,
  type CallEvent,
  type CallRequest,
  type CallResult,
} from './call-schemas.ts';
import { answerCheck, callProblem, checkRequest, describeCheck, hostOf } from './check-request.ts';

const CONFLICTS = ['executable-missing', 'executable-unreadable', 'executable-replaced', 'checksum-mismatch'] as const;

/** Refusals of a call or a line that should run, besides those of its check. */
export const RUN_PROBLEMS = {
  403: ['policy-violation', 'confirmation-required', 'confirmation-lapsed', 'confirmation-denied'],
  409: [...CONFLICTS, 'executable-changed', 'call-cancelled'],
  429: ['too-many-calls', 'rate-limited'],
  500: ['audit-failed', 'execution-failed'],
  503: ['shutting-down'],
} as const;

const CALL_PROBLEMS = { 404: ['unknown-command'], 409: CONFLICTS, 413: ['arguments-too-large'] } as const;

export const checkCallRoute = route(
  {
    operationId: 'checkCall',
    method: 'post',
    path: '/api/v1/calls/check',
    summary: 'Every stage of a call up to, and without, running it',
    tag: 'companion',
    body: CALL_REQUEST,
    answer: { kind: 'json', status: 200, schema: CALL_CHECK },
    problems: CALL_PROBLEMS,
  },
  ({ body }, ports: CompanionPorts) => answerCheck(body, ports),
);

export const startCall = route(
  {
    operationId: 'startCall',
    method: 'post',
    path: '/api/v1/calls',
    summary: 'Runs a call, as far as the policy allows; a person is asked over its events',
    tag: 'companion',
    body: CALL_REQUEST,
    answer: { kind: 'events', events: CALL_EVENTS, json: CALL_RESULT },
    problems: { ...CALL_PROBLEMS, ...RUN_PROBLEMS, 422: ['validation-failed'] },
  },
  ({ body, request }, ports: CompanionPorts) => answerCall(body, request, ports),
);

export const decideCall = route(
  {
    operationId: 'decideCall',
    method: 'post',
    path: '/api/v1/calls/:id/decision',
    summary: "A person's answer about one call, for the command with this hash only",
    tag: 'companion',
    params: { id: text() },
    body: DECISION_REQUEST,
    answer: { kind: 'empty', status: 204 },
    problems: { 404: ['unknown-call', 'no-question'], 409: ['hash-mismatch', 'confirm-in-terminal', 'rule-not-kept'] },
  },
  ({ body, param }, { calls }: CompanionPorts) => calls.decide(param('id'), body),
);

export const cancelCall = route(
  {
    operationId: 'cancelCall',
    method: 'delete',
    path: '/api/v1/calls/:id',
    summary: 'Ends a call with its processes',
    tag: 'companion',
    params: { id: text() },
    answer: { kind: 'empty', status: 204 },
    problems: { 404: ['unknown-call'] },
  },
  ({ param }, { calls }: CompanionPorts) => calls.cancel(param('id')),
);

/** The user who makes calls: the companion has one user, the holder of its link. */
const WHO = 'companion';

const CANNOT_ASK =
  'A person has to confirm this call, which one JSON answer cannot ask for. Use "Accept: text/event-stream".';

/** A call or a line of a client. */
export interface CompanionCall extends Pick<CallHost, 'input'>, Required<Pick<CallHost, 'recheck'>> {
  /** As its model made it. */
  readonly call: ToolCall;
  readonly provider: CallRequest['provider'];
  readonly check: LineCallCheck;
  /** Absent: the companion's. */
  readonly cwd?: string;
  readonly ports: CompanionPorts;
}

interface AdmittedCall {
  readonly call: ActiveCall;
  readonly made: CompanionCall;
  readonly ports: CompanionPorts;
}

/** Runs the call of a request, as `answerMade` says. */
export async function answerCall(body: CallRequest, request: Request, ports: CompanionPorts): Promise<Response> {
  const { call, provider } = body;
  await ports.catalogue.load(groupsOf([call.name]));
  const check = () => checkRequest(body, ports);
  return answerMade({ call, provider, check: check(), recheck: check, ports }, request);
}

/**
 * Starts a call and answers with its events, or with one JSON result where the client accepts only that. When the client leaves,
 * the call ends.
 * @throws ProblemError when the call is refused before it starts.
 */
export async function answerMade(made: CompanionCall, { headers, signal: clientGone }: Request): Promise<Response> {
  const { ports } = made;
  const call = ports.calls.admit();
  if (clientGone.aborted) call.cancel();
  clientGone.addEventListener('abort', call.cancel, { once: true });
  const admitted = { call, made, ports };
  return wantsJson(headers.get('accept') ?? '') ? answerWithResult(admitted) : answerWithEvents(admitted);
}

function wantsJson(accept: string): boolean {
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/event-stream\b/i.test(accept);
}

async function answerWithResult(admitted: AdmittedCall): Promise<Response> {
  const { call } = admitted;
  let located: LocatedCall | undefined;
  try {
    const result = await run(admitted, {
      onLocated: (one) => {
        located = one;
      },
      ask: async () => {
        throw new ProblemError(403, 'confirmation-required', CANNOT_ASK);
      },
    });
    call.signal.throwIfAborted();
    if (!located) throw new Error('A call ended that was never located.');
    const check = describeCheck(located, located);
    const answer: CallResult = { id: call.id, check, exit: exitOf(result), result: resultOf(admitted, result) };
    return Response.json(answer);
  } finally {
    call.finish();
  }
}

/**
 * Answers with events once the program is found; the last is `result` or `error`.
 * Output is redacted; the argv is exact, because a person approves it. A client that does not read makes the program wait in its
 * write. The slot is free once the program ended; the call stays unfinished until its client has read the end or
 * it is cancelled.
 * @throws ProblemError when the call is refused before that.
 */
function answerWithEvents(admitted: AdmittedCall): Promise<Response> {
  const { call, ports } = admitted;
  return new Promise<Response>((resolve, reject) => {
    let emit: Emit | undefined;
    let kept: Kept | undefined;
    const send = async (event: CallEvent): Promise<void> => {
      if (emit) await sendEvent(event, emit, call.signal);
    };
    const running = run(admitted, {
      onLocated(located) {
        const produce = async (to: Emit): Promise<void> => {
          emit = to;
          await ended;
        };
        resolve(eventStreamResponse<CallEvent>(produce, call.cancel));
        return send({ event: 'accepted', data: { id: call.id, check: describeCheck(located, located) } });
      },
      onOutput: (event, text) => emit?.({ event, data: { text } }),
      ask: (question, located) =>
        askPerson(question, located, admitted, {
          send,
          onKept: (one) => {
            kept = one;
          },
        }),
      // Also for a person who was asked in the page: terminal output appears nowhere else, least of all for a silent program.
      onDecision: ({ approved }) =>
        approved ? send({ event: 'confirmed', data: { id: call.id, ...(kept && { kept }) } }) : undefined,
    });
    const ended = running
      .then(async (result) => {
        await send({ event: 'exit', data: exitOf(result) });
        call.signal.throwIfAborted();
        await send({ event: 'result', data: resultOf(admitted, result) });
      })
      .catch(async (error: unknown) => {
        if (!emit) return reject(error);
        if (!(error instanceof ProblemError)) ports.report(error);
        await send({ event: 'error', data: toProblem(error) });
      })
      .finally(call.finish);
  });
}

/** Runs the call on this machine. @throws ProblemError, or the error of an internal fault */
async function run(
  { call, made: { check, recheck, input, cwd }, ports }: AdmittedCall,
  client: Pick<CallHost, 'onLocated' | 'ask' | 'onOutput' | 'onDecision'>,
): Promise<FormattedResult> {
  const { id, signal } = call;
  try {
    const result = await runCall(check, {
      ...hostOf(ports),
      outputs: ports.calls.outputs,
      ...(cwd !== undefined && { cwd }),
      ...(input && { input }),
      ...client,
      signal,
      ...(ports.output && { output: ports.output }),
      record: { log: auditOf(ports), who: WHO, id, onProblem: ports.report },
      recheck,
      inTurn: (start) => ports.calls.slots.use(signal, start),
    });
    ports.rules?.saw(result.raw.sandbox?.connections ?? []);
    return result;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw callProblem(error);
  }
}

/** Wraps the log. A decision that cannot be written stops the call and is reported; a finished run has run even if unwritten. */
function auditOf({ audit, report }: CompanionPorts): Pick<CompanionPorts['audit'], 'append'> {
  return {
    async append(event) {
      try {
        await audit.append(event);
      } catch (cause) {
        if (event.event === 'execution') throw cause;
        report(cause);
        const detail =
          'The decision could not be put on record, so nothing ran. The terminal of the companion says why.';
        throw new ProblemError(500, 'audit-failed', detail, { cause });
      }
    },
  };
}

/** Asks in the page, or in the companion's terminal; then only the terminal's answer counts. */
async function askPerson(
  question: CallQuestion,
  located: LocatedCall,
  { call, ports }: AdmittedCall,
  { send, onKept }: { send: (event: CallEvent) => Promise<void>; onKept: (kept: Kept) => void },
): Promise<boolean> {
  const { ask, rules } = ports;
  const { hash } = located;
  const about = rules?.about(located);
  const remembering: Remembering | undefined = about && {
    offers: about.offers,
    why: about.why,
    async keep(rule, scope) {
      const kept = await about.keep(rule, scope);
      onKept(kept);
      return kept;
    },
  };
  const { program: executable, argv, cwd, effects, reasons, stdin } = question;
  // Register the question before announcing it, so that the quickest answer finds it.
  const answered = call.confirmation(
    hash,
    ask && ((withdrawn) => ask(question, withdrawn, remembering)),
    remembering &&
      (async ({ rule, scope }) => void (await remembering.keep(rule, scope === 'always' ? 'always' : 'session'))),
  );
  const where = ask ? ('terminal' as const) : ('page' as const);
  const asked = { id: call.id, hash, executable, argv, cwd, effects, reasons, ...(stdin !== undefined && { stdin }) };
  const noRule = remembering?.why;
  const offers = { ...(remembering && { remember: [...remembering.offers] }), ...(noRule !== undefined && { noRule }) };
  const data = { ...asked, expiresIn: CONFIRMATION_LIFETIME, where, ...offers };
  // In parallel: the question also lapses for a client that does not read it.
  const [approved] = await Promise.all([answered, send({ event: 'confirmation-required', data })]);
  return approved;
}

function exitOf({ raw }: FormattedResult): CallResult['exit'] {
  const { exitCode, duration, timedOut, truncated, sandbox, reason } = raw;
  const facts = { exitCode, duration, timedOut, truncated };
  return { ...facts, ...(sandbox && { sandbox }), ...(reason !== undefined && { reason }) };
}

function resultOf({ made }: AdmittedCall, { success, content, raw }: FormattedResult): CallResult['result'] {
  const { call, provider = 'openai' } = made;
  return { success, content, message: formatForProvider(provider, call, { success, content, raw }) };
}

/** Sends an event. Returns a promise while the client is too far behind; it resolves once the client has read enough. */
export type Emit = (event: CallEvent) => void | Promise<void>;

/** Sends an event, and waits until there is room for the next; for a cancelled call it does not wait. */
async function sendEvent(event: CallEvent, emit: Emit, signal: AbortSignal): Promise<void> {
  const sent = emit(event);
  if (!(sent instanceof Promise) || signal.aborted) return;
  const over = new AbortController();
  const cancelled = once(signal, 'abort', { signal: over.signal });
  await Promise.race([sent, cancelled]).finally(() => over.abort());
}
