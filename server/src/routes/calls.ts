import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { FormattedResult } from '@atip/core';
import { ExecutionError, formatForProvider } from '@atip/core/execute';
import { stated } from '@atip/core/internal';
import { describeLine, type Host } from '@atip/node';
import {
  checkInvocation,
  groupsOf,
  inputText,
  type Invocation,
  type Kept,
  type KeptRules,
  openCall,
  type OpenCall,
  type Plan,
  type Remembering,
  runCall,
} from '@atip/node/internal';
import { Hono } from 'hono';
import { type ActiveCall, CONFIRMATION_LIFETIME } from '../calls/active-calls.ts';
import { type EmitEvent, eventStreamResponse } from '../http/event-stream.ts';
import { operation } from '../http/operation.ts';
import { ProblemError, toProblem } from '../http/problem.ts';
import { object, oneOf, text } from '../http/schema.ts';
import type { CompanionEnv, CompanionPorts } from '../ports.ts';
import {
  CALL_CHECK,
  CALL_EVENTS,
  CALL_REQUEST,
  CALL_RESULT,
  type CallEvent,
  type CallRequest,
  type CallResult,
  DECISION_REQUEST,
  KEPT,
  LINE_CHECK,
  LINE_CHECK_REQUEST,
  LINE_REQUEST,
  type LineCheckRequest,
} from './call-schemas.ts';
import {
  answerCheck,
  assertCallSize,
  assertPolicy,
  callProblem,
  describeCheck,
  hostAt,
  hostOf,
  invocationOf,
} from './check-request.ts';

const CONFLICTS = ['executable-missing', 'executable-unreadable', 'executable-replaced', 'checksum-mismatch'] as const;

/** Refusals of a call or a line that should run, besides those of its check. */
const RUN_PROBLEMS = {
  403: ['policy-violation', 'confirmation-required', 'confirmation-lapsed', 'confirmation-denied'],
  409: [...CONFLICTS, 'executable-changed', 'call-cancelled'],
  429: ['too-many-calls', 'rate-limited'],
  500: ['audit-failed', 'execution-failed'],
  503: ['shutting-down'],
} as const;

const CALL_PROBLEMS = {
  404: ['unknown-command'],
  409: CONFLICTS,
  413: ['arguments-too-large'],
  422: ['no-directory'],
} as const;

const LINE_PROBLEMS = { 413: ['arguments-too-large'], 422: ['no-directory'] } as const;

const KEPT_HOST = object('KeptHost', {
  host: text('As a connection names it; with its port, except 80 and 443: `git.corp:8443`.'),
  scope: oneOf(['companion', 'always']),
});

export const calls = new Hono<CompanionEnv>()
  .post(
    '/api/v1/calls/check',
    operation('checkCall', 'Every stage of a call except running it', {
      body: CALL_REQUEST,
      answer: CALL_CHECK,
      problems: CALL_PROBLEMS,
    }),
    async (c) => c.var.answer(await answerCheck(c.req.valid('json'), c.env)),
  )
  .post(
    '/api/v1/calls',
    operation('startCall', 'Runs a call, as far as the policy allows; a person is asked over its events', {
      body: CALL_REQUEST,
      answer: CALL_RESULT,
      events: CALL_EVENTS,
      problems: { ...CALL_PROBLEMS, ...RUN_PROBLEMS, 422: ['validation-failed', 'no-directory'] },
    }),
    (c) => answerCall(c.req.valid('json'), c.req.raw, c.env),
  )
  .post(
    '/api/v1/calls/:id/decision',
    operation('decideCall', "A person's answer about one call, for the command with this hash only", {
      params: { id: text() },
      body: DECISION_REQUEST,
      problems: {
        404: ['unknown-call', 'no-question'],
        409: ['hash-mismatch', 'confirm-in-terminal', 'rule-not-kept'],
      },
    }),
    async (c) => {
      await c.env.calls.decide(c.req.param('id'), c.req.valid('json'));
      return c.body(null, 204);
    },
  )
  .delete(
    '/api/v1/calls/:id',
    operation('cancelCall', 'Ends a call with its processes', {
      params: { id: text() },
      problems: { 404: ['unknown-call'] },
    }),
    (c) => {
      c.env.calls.cancel(c.req.param('id'));
      return c.body(null, 204);
    },
  )
  .post(
    '/api/v1/lines/check',
    operation('checkLine', 'The effects of a shell line, and the decision of the policy', {
      body: LINE_CHECK_REQUEST,
      answer: LINE_CHECK,
      problems: LINE_PROBLEMS,
    }),
    async (c) => {
      const body = c.req.valid('json');
      const { line } = await checkInvocation(lineInvocation(body), lineHost(body, c.env));
      if (!line) throw new TypeError('A line was checked as a call.');
      return c.var.answer(describeLine(line));
    },
  )
  .post(
    '/api/v1/lines',
    operation('startLine', 'Runs a shell line in bash, in one sandbox for all its commands, if the policy allows it', {
      body: LINE_REQUEST,
      answer: CALL_RESULT,
      events: CALL_EVENTS,
      problems: { ...LINE_PROBLEMS, ...RUN_PROBLEMS },
    }),
    (c) => {
      const body = c.req.valid('json');
      const input = body.input === undefined ? undefined : new TextEncoder().encode(body.input);
      const running = { host: lineHost(body, c.env), provider: body.provider, ports: c.env };
      return answerInvocation({ ...lineInvocation(body), input }, running, c.req.raw);
    },
  )
  .post(
    '/api/v1/kept',
    operation('keepHost', 'Allows a host that was refused to a run, until the companion stops or always', {
      body: KEPT_HOST,
      answer: KEPT,
      problems: { 409: ['confirm-in-terminal', 'rule-not-kept'] },
    }),
    async (c) => {
      const { host, scope } = c.req.valid('json');
      return c.var.answer(
        await keeping(c.env, (rules) => rules.keepHost(host, scope === 'always' ? 'always' : 'session')),
      );
    },
  )
  .delete(
    '/api/v1/kept/:id',
    operation('forgetKept', 'Takes back a rule or a host that an answer to this companion has added', {
      params: { id: text() },
      problems: { 404: ['unknown-rule'], 409: ['confirm-in-terminal', 'rule-not-kept'] },
    }),
    async (c) => {
      if (await keeping(c.env, (rules) => rules.forget(c.req.param('id')))) return c.body(null, 204);
      throw new ProblemError(404, 'unknown-rule', 'No answer to this companion added a rule with this id.');
    },
  );

/** The user who makes calls: the companion has one user, the holder of its link. */
const WHO = 'companion';

const CANNOT_ASK =
  'A person has to confirm this call, which one JSON answer cannot ask for. Use "Accept: text/event-stream".';

/** A call or a line of a client, admitted. */
interface Running {
  readonly invocation: Invocation;
  readonly call: ActiveCall;
  readonly host: Host;
  readonly provider: CallRequest['provider'];
  readonly ports: CompanionPorts;
}

/** Runs the call of a request, as `answerInvocation` says. */
export async function answerCall(body: CallRequest, request: Request, ports: CompanionPorts): Promise<Response> {
  const invocation = invocationOf(body);
  await ports.catalog.load(groupsOf([body.call.name]));
  return answerInvocation(invocation, { host: hostOf(ports, body.cwd), provider: body.provider, ports }, request);
}

/**
 * Starts a call and answers with its events, or with one JSON result where the client accepts only that. When the client leaves,
 * the call ends.
 * @throws ProblemError when the call is refused before it starts.
 */
async function answerInvocation(
  invocation: Invocation,
  { host, provider, ports }: Pick<Running, 'host' | 'provider' | 'ports'>,
  { headers, signal: clientGone }: Request,
): Promise<Response> {
  const call = ports.calls.admit();
  if (clientGone.aborted) call.cancel();
  clientGone.addEventListener('abort', call.cancel, { once: true });
  const record = { log: auditOf(ports), who: WHO, id: call.id, onProblem: ports.report };
  const running = { invocation, call, provider, ports, host: { ...host, signal: call.signal, record } };
  return wantsJson(headers.get('accept') ?? '') ? answerWithResult(running) : answerWithEvents(running);
}

function wantsJson(accept: string): boolean {
  return /\bapplication\/json\b/i.test(accept) && !/\btext\/event-stream\b/i.test(accept);
}

async function answerWithResult(running: Running): Promise<Response> {
  const { invocation, call } = running;
  const ask = async () => {
    throw new ProblemError(403, 'confirmation-required', CANNOT_ASK);
  };
  const host = { ...running.host, ask };
  try {
    const { result, ...plan } = await orProblem(runCall(invocation, host), running);
    call.signal.throwIfAborted();
    const answer = { id: call.id, check: describeCheck(plan), exit: exitOf(result), result: resultOf(running, result) };
    return Response.json(answer satisfies CallResult);
  } finally {
    call.finish();
  }
}

/**
 * Answers with events once the plan is made; the last is `result` or `error`.
 * Output is redacted; the argv is exact, because a person approves it. A client that does not read makes the program wait in its
 * write. The slot is free once the program ended; the call stays unfinished until its client has read the end or
 * it is cancelled.
 * @throws ProblemError when the call is refused before that.
 */
async function answerWithEvents(running: Running): Promise<Response> {
  const { call, invocation, host, ports } = running;
  // The question of the plan is asked later; that a person can be asked counts already.
  const asking = { ...host, ask: host.ask ?? (async () => false) };
  let open: OpenCall;
  try {
    open = await orProblem(openCall(invocation, asking), running);
  } catch (error) {
    call.finish();
    throw error;
  }
  return eventStreamResponse<CallEvent>(async (emit) => {
    const send = (event: CallEvent): Promise<void> => sendEvent(event, emit, call.signal);
    try {
      await send({ event: 'accepted', data: { id: call.id, check: describeCheck(open.plan) } });
      const { result } = await orProblem(open.run(withEvents(running, emit, send)), running);
      await send({ event: 'exit', data: exitOf(result) });
      call.signal.throwIfAborted();
      await send({ event: 'result', data: resultOf(running, result) });
    } catch (error) {
      if (!(error instanceof ProblemError)) ports.report(error);
      await send({ event: 'error', data: toProblem(error) });
    } finally {
      call.finish();
    }
  }, call.cancel);
}

/** The host of a call that asks, and tells what happens, by events. */
function withEvents(running: Running, emit: EmitEvent<CallEvent>, send: (event: CallEvent) => Promise<void>): Host {
  const { call, host } = running;
  let kept: Kept | undefined;
  return {
    ...host,
    onOutput: (event, text) => emit({ event, data: { text } }),
    ask: (plan) =>
      askPerson(plan, running, send, (one) => {
        kept = one;
      }),
    // Also for a person who was asked in the page: terminal output appears nowhere else, least of all for a silent program.
    onDecision: ({ approved }) =>
      approved ? send({ event: 'confirmed', data: kept ? { id: call.id, kept } : { id: call.id } }) : undefined,
  };
}

/** @throws ProblemError, or the error of an internal fault */
async function orProblem<Value>(work: Promise<Value>, { call: { signal } }: Running): Promise<Value> {
  try {
    return await work;
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
  plan: Plan,
  { call, host }: Running,
  send: (event: CallEvent) => Promise<void>,
  onKept: (kept: Kept) => void,
): Promise<boolean> {
  const { ask } = host;
  const { hash, program, started: argv, cwd, effects, reasons, input } = plan;
  const { offers, why: noRule, keep } = host.rules.about(plan);
  const keepRule: Remembering['keep'] = async (rule, scope) => {
    const kept = await keep(rule, scope);
    onKept(kept);
    return kept;
  };
  const about = () => ({ offers, why: noRule, keep: keepRule });
  // Register the question before announcing it, so that the quickest answer finds it.
  const answered = call.confirmation(
    hash,
    ask && ((signal) => ask(plan, { ...host, signal, rules: { ...host.rules, about } })),
    async ({ rule, scope }) => void (await keepRule(rule, scope === 'always' ? 'always' : 'session')),
  );
  const data = stated({
    id: call.id,
    hash,
    executable: program.path,
    argv,
    cwd,
    effects,
    reasons,
    stdin: input && inputText(input),
    expiresIn: CONFIRMATION_LIFETIME,
    where: ask ? ('terminal' as const) : ('page' as const),
    remember: [...offers],
    noRule,
  });
  // In parallel: the question also lapses for a client that does not read it.
  const [approved] = await Promise.all([answered, send({ event: 'confirmation-required', data })]);
  return approved;
}

function exitOf({ raw }: FormattedResult): CallResult['exit'] {
  const { exitCode, duration, timedOut, truncated, sandbox, reason } = raw;
  return stated({ exitCode, duration, timedOut, truncated, sandbox, reason });
}

function resultOf({ invocation, host, provider = 'openai' }: Running, result: FormattedResult): CallResult['result'] {
  const { success, content } = result;
  return { success, content, cwd: host.cwd, message: formatForProvider(provider, invocation.call, result) };
}

/** Sends an event, and waits until there is room for the next; for a cancelled call it does not wait. */
async function sendEvent(event: CallEvent, emit: EmitEvent<CallEvent>, signal: AbortSignal): Promise<void> {
  const sent = emit(event);
  if (!sent || signal.aborted) return;
  const over = new AbortController();
  const cancelled = once(signal, 'abort', { signal: over.signal });
  await Promise.race([sent, cancelled]).finally(() => over.abort());
}

/** The line of a client, whose policy can only narrow the companion's. @throws ProblemError */
function lineInvocation({ line, policy }: LineCheckRequest): Invocation {
  assertCallSize(line);
  assertPolicy(policy);
  const call = { id: randomUUID(), name: 'run_line', arguments: { line } };
  return { call, line, narrowedBy: policy && { ...policy, allowInteractive: false } };
}

function lineHost({ cwd }: LineCheckRequest, { host }: CompanionPorts): Host {
  return { ...hostAt(cwd, host), tools: [], found: [], outputs: undefined };
}

/** When the person answers in the terminal, no client may change rules. */
async function keeping<Value>(
  { host: { ask, rules } }: CompanionPorts,
  task: (rules: KeptRules) => Promise<Value>,
): Promise<Value> {
  if (ask)
    throw new ProblemError(409, 'confirm-in-terminal', 'This companion asks in its terminal: see atip rules there.');
  try {
    return await task(rules);
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    throw new ProblemError(409, 'rule-not-kept', error.message, { cause: error });
  }
}
