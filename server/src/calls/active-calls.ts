import { ExecutionError } from '@atip/core/execute';
import type { PolicyRule } from '@atip/core';
import type { McpCalls } from '@atip/mcp';
import { createHost, type Host, type HostOptions } from '@atip/node';
import { ProblemError } from '../http/problem.ts';

/** Ms that a question stays open. */
export const CONFIRMATION_LIFETIME = 120_000;

/** Programs that run at the same time. */
const PARALLEL = 4;

/** Unfinished calls: one that waits costs its request and no process. */
const MAX_CALLS = PARALLEL + 256;

/** A rule that remembers an approval: while this companion runs, or in the person's configuration. */
interface RememberedRule {
  readonly scope: 'companion' | 'always';
  readonly rule: PolicyRule;
}

interface Decision {
  readonly approve: boolean;
  readonly hash: string;
  /** One of the rules offered with the question. */
  readonly remember?: RememberedRule;
}

interface Question {
  readonly hash: string;
  readonly isAskedElsewhere: boolean;
  readonly keep: ((remember: RememberedRule) => Promise<void>) | undefined;
  readonly answer: (approved: boolean) => void;
}

export function createActiveCalls(newId: () => string, most = MAX_CALLS) {
  const calls = new Map<string, ActiveCall>();
  const questions = new Map<string, Question>();
  let idle: (() => void) | undefined;
  let closed = false;

  const finish = (id: string): void => {
    calls.delete(id);
    if (calls.size === 0) idle?.();
  };

  return {
    /** @throws ProblemError 429 when too many calls are unfinished; 503 `shutting-down` after a shutdown. */
    admit(): ActiveCall {
      if (closed) throw new ProblemError(503, 'shutting-down', 'The companion is being stopped.');
      if (calls.size >= most) {
        throw new ProblemError(429, 'too-many-calls', `${calls.size} calls are unfinished. Wait for one to end.`);
      }
      const call = createCall(newId(), questions, finish);
      calls.set(call.id, call);
      return call;
    },
    /** @throws ProblemError 404 for an unknown call. */
    cancel(id: string): void {
      const call = calls.get(id);
      if (call === undefined) throw new ProblemError(404, 'unknown-call', 'No unfinished call has this id.');
      call.cancel();
    },
    /**
     * Answers a waiting call's question.
     * @throws ProblemError 404 `no-question`; 409 `confirm-in-terminal`, `hash-mismatch`, `rule-not-kept`: then the question
     * still waits.
     */
    decide(id: string, { approve, hash, remember }: Decision): void | Promise<void> {
      const question = questions.get(id);
      if (question === undefined) {
        throw new ProblemError(404, 'no-question', 'No call with this id waits for a decision; each is asked once.');
      }
      if (question.isAskedElsewhere) {
        const detail = 'This companion asks in its terminal. Answer there.';
        throw new ProblemError(409, 'confirm-in-terminal', detail);
      }
      if (question.hash !== hash) {
        throw new ProblemError(409, 'hash-mismatch', 'The decision is about another command than the one that waits.');
      }
      if (!approve || !remember) return question.answer(approve);
      return keepRule(remember, question).then(() => question.answer(true));
    },
    /** Cancels every call and admits no more; resolves when the last has ended. */
    async shutdown(): Promise<void> {
      // A call that is still being admitted would start a process that nothing ends.
      closed = true;
      if (calls.size === 0) return;
      const ended = new Promise<void>((resolve) => {
        idle = resolve;
      });
      for (const call of calls.values()) call.cancel();
      await ended;
    },
  };
}

export type ActiveCalls = ReturnType<typeof createActiveCalls>;

async function keepRule(remember: RememberedRule, { keep }: Question): Promise<void> {
  try {
    if (!keep) throw new ExecutionError('This companion cannot save rules.');
    await keep(remember);
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    throw new ProblemError(409, 'rule-not-kept', error.message, { cause: error });
  }
}

/** A call from its acceptance to its end. */
export type ActiveCall = ReturnType<typeof createCall>;

function createCall(id: string, questions: Map<string, Question>, onFinish: (id: string) => void) {
  const controller = new AbortController();
  const signal: AbortSignal = controller.signal;
  return {
    id,
    /** Aborts when the call is cancelled, with a ProblemError as its reason. */
    signal,
    cancel: (): void => controller.abort(new ProblemError(409, 'call-cancelled', 'The call was cancelled.')),
    /** Must be called once, at the end. */
    finish: (): void => onFinish(id),
    /**
     * Waits for a person to approve exactly this hash.
     * @param ask asks outside of the page, whose answers are then refused
     * @param keep saves a rule that the answer names; its error is the answer's
     * @throws ProblemError when the question lapsed or the call was cancelled; any error of `ask`
     */
    async confirmation(
      hash: string,
      ask?: (withdrawn: AbortSignal) => Promise<boolean>,
      keep?: Question['keep'],
    ): Promise<boolean> {
      signal.throwIfAborted();
      const over = new AbortController();
      return new Promise((resolve, reject) => {
        const settle = <Value>(by: (value: Value) => void) => {
          return (value: Value): void => {
            questions.delete(id);
            clearTimeout(timer);
            over.abort();
            by(value);
          };
        };
        const lapsed = new ProblemError(403, 'confirmation-lapsed', 'No decision came in time, so it did not run.');
        const timer = setTimeout(settle(reject), CONFIRMATION_LIFETIME, lapsed);
        signal.addEventListener('abort', () => settle(reject)(signal.reason), { signal: over.signal });
        questions.set(id, { hash, isAskedElsewhere: ask !== undefined, keep, answer: settle(resolve) });
        ask?.(over.signal).then(settle(resolve), settle(reject));
      });
    },
  };
}

/** Makes calls over MCP count among the companion's: the same places, limit and shutdown. */
export function callsForMcp(calls: ActiveCalls): McpCalls {
  return {
    async take(signal, task) {
      const call = calls.admit();
      try {
        return await task(AbortSignal.any([signal, call.signal]));
      } finally {
        call.finish();
      }
    },
  };
}

/** The host of a companion. No process of it has a person at its input, whatever a policy says. */
export function createCompanionHost(options: HostOptions): Host {
  const { policy = options.configuration?.settings.policy } = options;
  return createHost({ ...options, policy: { ...policy, allowInteractive: false }, parallel: PARALLEL });
}
