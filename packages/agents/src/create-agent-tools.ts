import {
  AtipExecuteError,
  compile,
  formatOutcome,
  generateSafetyPrompt,
  handleToolResult,
  type Provider,
  type ProviderMessages,
  parseToolCalls,
  type ToolCall,
} from '@atip/core';
import { createExecutor } from '@atip/node';
import { messageForModel } from '@atip/node/internal';
import { hostTools } from './host-tools.ts';
import { loadTools } from './load-tools.ts';
import { assertPending, PutOff, pendingCall } from './pending.ts';
import { collectStream, eventsOf } from './turns/collect-stream.ts';
import { AGENT_FORMS } from './turns/forms.ts';
import { saidIn } from './turns/said.ts';
import type {
  AgentTools,
  AgentToolsSettings,
  Answer,
  AnswerSettings,
  Confirm,
  PendingCall,
  PendingDecision,
} from './types.ts';

/**
 * Makes tools for a model out of command-line programs: definitions for the provider's SDK, and what answers the model's calls.
 *
 * Each call is checked, decided by the policy, asked about where it wants a person, run in the sandbox that its effects need, and
 * answered with redacted output. Nothing of a document runs anything before that.
 *
 * @throws AtipError for a tool that nobody describes or that is not on this machine, and for a host's tool with the name of a
 * command; AtipValidationError for a document that cannot be compiled; ExecutionError for settings that cannot work
 * @example
 * ```ts
 * import { createAgentTools } from '@atip/agents';
 * const agent = await createAgentTools({
 *   provider: 'openai',
 *   tools: { git: ['log', 'status', 'clean'], find: true },
 *   confirm: ({ argv }) => argv[1] === 'clean',
 * });
 * ```
 */
export async function createAgentTools<Name extends Provider>(
  settings: AgentToolsSettings<Name>,
): Promise<AgentTools<Name>> {
  const { provider, tools: choices, cwd, policy, confirm = putOff, signal, timeout, extra = {}, ...others } = settings;
  const { compile: compileSettings = {}, variables = [], onError = warn, ...machine } = others;
  const { tools, found } = await loadTools(choices, machine.env ?? process.env);
  const { strategy } = compileSettings;
  const compiled = compile(tools, provider, { geminiSchema: 'json-schema', ...compileSettings });
  const own = hostTools(provider, extra, new Set(compiled.entries.map(({ name }) => name)));
  const form = AGENT_FORMS[provider];
  const executor = createExecutor({
    ...machine,
    ...(policy && { policy }),
    tools,
    found,
    ...(strategy && { strategy }),
    execution: {
      environment: new Set(variables),
      ...(cwd !== undefined && { cwd }),
      ...(timeout !== undefined && { timeout }),
    },
  });
  const closing = new AbortController();
  const working = new Set<Promise<unknown>>();
  /** Questions that were answered. */
  const answered = new Set<string>();

  /** Runs the calls of one turn, ours and the host's at the same time. */
  const runAll = async (calls: readonly ToolCall[], ask: Confirm, given: AnswerSettings): Promise<Slot<Name>[]> => {
    const { onOutput } = given;
    const stop = AbortSignal.any([closing.signal, signal, given.signal].filter((one) => one !== undefined));
    const batch = executor.executeBatch(
      calls.filter(({ name }) => !own.has(name)),
      { signal: stop, confirmationHandler: handlerOf(ask), ...(onOutput && { onOutput }) },
    );
    const hosted = calls.map((call) => (own.has(call.name) ? own.run(call, stop) : undefined));
    const outcomes = new Map((await batch).map((outcome) => [outcome.call, outcome]));
    const slots = (await Promise.all(hosted)).map((message, at): Slot<Name> | undefined => {
      const call = calls[at];
      const outcome = call && outcomes.get(call);
      if (!call || !outcome) return message;
      if (!outcome.ok && outcome.error instanceof PutOff) return pendingCall(call, outcome.error.question);
      if (outcome.ok || AtipExecuteError.isInstance(outcome.error)) return formatOutcome(provider, call, outcome);
      onError(outcome.error, call);
      const error = new Error(messageForModel(outcome.error));
      return formatOutcome(provider, call, { ...outcome, error });
    });
    return slots.filter((slot) => slot !== undefined);
  };

  const whileOpen = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    closing.signal.throwIfAborted();
    const running = work();
    working.add(running);
    return running.finally(() => working.delete(running));
  };

  /** One pending call after its person decided. */
  const goOn = async (
    pending: PendingCall,
    decision: Exclude<PendingDecision, undefined>,
    given: AnswerSettings,
  ): Promise<Slot<Name>> => {
    const { call } = pending;
    const say = (text: string): Slot<Name> => handleToolResult(provider, call, text, { isError: true });
    if (answered.has(pending.id)) return say('Nothing ran: the question about this call was answered before.');
    answered.add(pending.id);
    if (typeof decision === 'object' && 'arguments' in decision) {
      const edited = { ...call, arguments: { ...decision.arguments } };
      const [slot] = await runAll([edited], putOff, given);
      return slot ?? pending;
    }
    // What the policy allows meanwhile would not be asked about, and the person said no.
    if (decision === false && !asks(call)) return say('Nothing ran. The confirmation was declined.');
    const [slot] = await runAll([call], ({ hash }) => (hash === pending.hash ? decision : 'later'), given);
    return slot ?? pending;
  };
  const asks = (call: ToolCall): boolean => {
    const { valid } = executor.validate(call);
    return valid && executor.checkPolicy(call).decision === 'confirm';
  };

  const toAnswer = (said: Pick<Answer<Name>, 'messages' | 'text'>, slots: readonly Slot<Name>[]): Answer<Name> => {
    const calls = slots.filter(isPending);
    const done = slots.length === 0;
    if (calls.length > 0) {
      const results = slots.map((slot) => (isPending(slot) ? null : slot));
      return { ...said, done, pending: { format: 1, provider, calls, results } };
    }
    const results = slots.filter((slot): slot is ProviderMessages[Name] => !isPending(slot));
    return { ...said, messages: [...said.messages, ...form.results(results)], done };
  };

  return {
    tools: form.tools([...compiled.tools, ...own.definitions]),
    system: form.system(generateSafetyPrompt(tools)),
    answer: (given, answerSettings = {}) =>
      whileOpen(async () => {
        const events = eventsOf(given);
        const { response, reading } = events
          ? await collectStream(provider, events)
          : { response: given, reading: parseToolCalls(provider, given) };
        const { calls, damaged } = reading;
        const said = saidIn(provider, response);
        const ran = await runAll(calls, confirm, answerSettings);
        return toAnswer(said, [...ran, ...damaged.map((call) => formatOutcome(provider, call, call))]);
      }),
    resume: (pending, decision, answerSettings = {}) =>
      whileOpen(async () => {
        assertPending(pending, provider);
        const decisions: readonly PendingDecision[] = isList(decision) ? decision : pending.calls.map(() => decision);
        const slots: Slot<Name>[] = [];
        const waiting = [...pending.calls.entries()];
        for (const result of pending.results) {
          const [at, call] = result === null ? (waiting.shift() ?? []) : [];
          const decided = decisions[at ?? -1];
          if (call === undefined) slots.push(result as ProviderMessages[Name]);
          else slots.push(decided === undefined ? call : await goOn(call, decided, answerSettings));
        }
        return toAnswer({ messages: [], text: '' }, slots);
      }),
    async close() {
      closing.abort(new Error('These tools were closed.'));
      await Promise.allSettled(working);
    },
  };
}

/** The end of one call: its result, or that it waits for a person. */
type Slot<Name extends Provider> = ProviderMessages[Name] | PendingCall;

function isPending(slot: object): slot is PendingCall {
  return 'hash' in slot;
}

function isList(decision: PendingDecision | readonly PendingDecision[]): decision is readonly PendingDecision[] {
  return Array.isArray(decision);
}

function warn(error: Error): void {
  process.emitWarning(error);
}

const putOff: Confirm = () => 'later';

function handlerOf(ask: Confirm) {
  return async (question: Parameters<Confirm>[0]): Promise<Exclude<Awaited<ReturnType<Confirm>>, 'later'>> => {
    const answer = await ask(question);
    if (answer === 'later') throw new PutOff(question);
    return answer;
  };
}
