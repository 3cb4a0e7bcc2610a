import {
  AtipError,
  type AtipTool,
  compile,
  handleToolResult,
  type Provider,
  type ProviderMessages,
  parseToolCall,
  type ProviderToolKinds,
  type ToolCall,
  translateTool,
} from '@atip/core';
import { joinResults, readingOf, resultMessage } from '@atip/core/internal';
import type { GivenDelegation, NodeExecutor } from '@atip/node';
import { withDelegation } from '@atip/node/internal';
import type { LoadedTools } from './load-tools.ts';
import { assertPending, decisionsOf, IN_THIS_PROCESS, PutOff, pendingCall } from './pending.ts';
import { createToolkit, forModel, type Toolkit } from './toolkit.ts';
import { collectStream, eventsOf } from './turns/collect-stream.ts';
import { type Said, saidIn } from './turns/said.ts';
import type {
  AgentTools,
  AgentToolsSettings,
  Answer,
  AnswerSettings,
  PendingCall,
  PendingDecision,
  PendingTurn,
  TakenApprovals,
  AgentForms,
  Confirm,
  ToolkitSettings,
  HostTool,
} from './types.ts';
import { eventsUntilStopped, untilStopped } from './until-stopped.ts';
import { ExecutionError } from '@atip/core/execute';

/** @param loaded a lead agent's tools instead of chosen ones: a helper gets no document of its own */
export async function makeAgentTools<Name extends Provider>(
  settings: AgentToolsSettings<Name>,
  loaded?: LoadedTools,
  notes: readonly string[] = [],
): Promise<AgentTools<Name>> {
  const { provider, confirm = putOff, extra = {}, approvals = IN_THIS_PROCESS, ...kit } = settings;
  const { signal, onError, compile: compileSettings } = kit;
  const toolkit = await createToolkit(kit, loaded);
  const { tools, executor, system } = toolkit;
  const compiled = compile(tools, provider, { geminiSchema: 'json-schema', ...compileSettings });
  const extras = hostTools(provider, extra, new Set(compiled.entries.map(({ name }) => name)));
  const own = withSearch(extras, provider, toolkit);
  const refused = compiled.issues.find(({ code }) => code === 'too-many-tools');
  if (refused) throw new AtipError('INVALID_METADATA', `${refused.message} ${FEWER}`);
  const definitions = [...compiled.tools, ...own.definitions];
  const form = AGENT_FORMS[provider];
  const { whileOpen, closing, close } = createGate();
  const host = { provider, executor, own, onError, signals: [closing, ...(signal ? [signal] : [])] };
  return {
    tools: form.tools(definitions),
    system: form.system(system),
    answer: (given, answerSettings = {}) =>
      whileOpen(async () => {
        // Also supports an SDK's promise.
        const stop = stopOf(host.signals, answerSettings.signal);
        const awaited = await untilStopped(stop, given);
        const events = eventsOf(awaited);
        const { response, reading } = events
          ? await collectStream(provider, eventsUntilStopped(stop, events))
          : { response: awaited, reading: readingOf(() => parseToolCall(provider, awaited)) };
        const said = saidIn(provider, response);
        const ran = await runCalls(reading.calls, host, confirm, answerSettings);
        return toAnswer(provider, said, [...ran, ...reading.damaged.map((call) => resultMessage(provider, [call]))]);
      }),
    resume: (pending, decision, answerSettings = {}) =>
      whileOpen(async () => {
        assertPending(pending, provider);
        const slots = await resumeAll(pending, decision, host, approvals, answerSettings);
        if (slots === undefined) return { messages: [], done: true, text: '', repeated: true };
        return toAnswer(provider, { messages: [], text: '' }, slots);
      }),
    notes,
    delegate: (delegation, own = {}) =>
      whileOpen(async () => {
        const helper = helperOf(settings, delegation, own, host.signals);
        return makeAgentTools(helper, toolkit.loaded, notGiven(delegation, tools));
      }),
    close,
  };
}

/** Continues the calls of a turn that a person has decided about. Undefined: all of these were answered before. */
async function resumeAll<Name extends Provider>(
  pending: PendingTurn,
  decision: PendingDecision | readonly PendingDecision[],
  host: TurnHost<Name>,
  approvals: TakenApprovals,
  settings: AnswerSettings,
): Promise<Slot<Name>[] | undefined> {
  const decisions = decisionsOf(decision, pending.calls.length);
  const waiting = [...pending.calls.entries()];
  const slots: Slot<Name>[] = [];
  let [counted, repeated] = [0, 0];
  for (const result of pending.results) {
    const [at = 0, call] = result === null ? (waiting.shift() ?? []) : [];
    const decided = decisions[at] ?? undefined;
    // A turn from `answer` belongs to this provider.
    if (call === undefined) slots.push(result as ProviderMessages[Name]);
    else if (decided === undefined) slots.push(call);
    else {
      const slot = await resumeOnce(call, decided, host, approvals, settings);
      slots.push(slot ?? handleToolResult(host.provider, call.call, TWICE, { isError: true }));
      if (slot === undefined) repeated += 1;
      else counted += 1;
    }
  }
  return repeated > 0 && counted === 0 ? undefined : slots;
}

/** @returns undefined for a call that was answered before */
async function resumeOnce<Name extends Provider>(
  pending: PendingCall,
  decision: NonNullable<PendingDecision>,
  host: TurnHost<Name>,
  approvals: TakenApprovals,
  settings: AnswerSettings,
): Promise<Slot<Name> | undefined> {
  const stop = stopOf(host.signals, settings.signal);
  try {
    // Only true counts: another value is no promise that no other caller got it too.
    if ((await untilStopped(stop, approvals.take(pending.id))) !== true) return undefined;
  } catch (error) {
    if (!stop.aborted) forModel(error, pending.call, host.onError);
    return pending;
  }
  return resumeCall(pending, decision, host, settings);
}

const HELPER_SETTINGS = ['confirm', 'extra', 'compile', 'onError', 'signal'];

/** @throws TypeError for a setting that would make a helper differ from its lead */
function helperOf<Name extends Provider>(
  lead: AgentToolsSettings<Name>,
  delegation: GivenDelegation,
  own: NonNullable<Parameters<AgentTools<Name>['delegate']>[1]>,
  ends: readonly AbortSignal[],
): AgentToolsSettings<Name> {
  if (delegation === undefined)
    throw new TypeError('A helper needs a delegation; an empty one, {}, lets it do all that its lead may.');
  const other = Object.keys(own).find((name) => !HELPER_SETTINGS.includes(name));
  // A policy replaces the configuration's, which may deny more.
  const held = lead.policy ?? lead.configuration?.settings.policy ?? {};
  const policy = withDelegation(held, delegation, 'of the lead agent');
  // A helper ends with its lead.
  const signal = AbortSignal.any([...ends, ...(own.signal ? [own.signal] : [])]);
  if (other === undefined) return { ...lead, extra: {}, ...own, policy, signal };
  throw new TypeError(
    `A helper has the setting ${JSON.stringify(other)} of its lead. Its own are ${HELPER_SETTINGS.join(', ')}.`,
  );
}

/** The names in a delegation that the lead does not have. */
function notGiven(given: GivenDelegation, tools: readonly AtipTool[]): readonly string[] {
  const { allowedTools = [] } = 'delegation' in given ? given.delegation : given;
  const missing = allowedTools.filter((name) => !tools.some((tool) => tool.name === name));
  return missing.map((name) => `${JSON.stringify(name)} is not delegated: the lead agent does not have it.`);
}

/** Behind core's sentence, which names its own ways. */
const FEWER = 'Here: name commands, as in tools: { git: ["log"] }, or set compile: { strategy: "search" }.';
const TWICE = 'Nothing ran: the question about this call was answered before.';

function toAnswer<Name extends Provider>(provider: Name, said: Said<Name>, slots: readonly Slot<Name>[]): Answer<Name> {
  const calls = slots.filter(isPending);
  const done = slots.length === 0;
  if (calls.length > 0) {
    const results = slots.map((slot) => (isPending(slot) ? null : slot));
    return { ...said, done, pending: { format: 1, provider, calls, results } };
  }
  const results = slots.filter((slot): slot is ProviderMessages[Name] => !isPending(slot));
  return { ...said, messages: [...said.messages, ...joinResults(provider, results)], done };
}

/** Admits work until it is closed, and waits for admitted work. */
function createGate() {
  const controller = new AbortController();
  const working = new Set<Promise<unknown>>();
  return {
    closing: controller.signal,
    async whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
      controller.signal.throwIfAborted();
      const running = work();
      working.add(running);
      return running.finally(() => working.delete(running));
    },
    async close() {
      controller.abort(new Error('These tools were closed.'));
      await Promise.allSettled(working);
    },
  };
}

/** The forms of a provider's SDK for definitions and instructions. */
interface AgentForm<Name extends Provider> {
  readonly tools: (tools: ProviderToolKinds[Name][]) => AgentForms[Name]['tools'];
  readonly system: (text: string) => AgentForms[Name]['system'];
}

const AGENT_FORMS: { readonly [Name in Provider]: AgentForm<Name> } = {
  openai: { tools: (tools) => tools, system: (content) => ({ role: 'system', content }) },
  'openai-responses': { tools: (tools) => tools, system: (text) => text },
  anthropic: { tools: (tools) => tools, system: (text) => text },
  gemini: { tools: (tools) => [{ functionDeclarations: tools }], system: (text) => text },
  mcp: { tools: (tools) => tools, system: (text) => text },
  bedrock: { tools: (tools) => tools, system: (text) => [{ text }] },
};

/** The end of one call: its result, or a pending question. */
type Slot<Name extends Provider> = ProviderMessages[Name] | PendingCall;

function isPending(slot: object): slot is PendingCall {
  return 'hash' in slot;
}

/** Postpones every question. */
const putOff: Confirm = () => 'later';

interface TurnHost<Name extends Provider> {
  readonly provider: Name;
  readonly executor: NodeExecutor;
  readonly own: HostTools<Name>;
  readonly onError: ToolkitSettings['onError'];
  /** End every run. */
  readonly signals: readonly AbortSignal[];
}

/** Stops when the tools or this answer are closed. */
function stopOf(signals: readonly AbortSignal[], own: AbortSignal | undefined): AbortSignal {
  return AbortSignal.any([...signals, ...(own ? [own] : [])]);
}

/** Runs the calls of one turn, ours and the host's at the same time. */
async function runCalls<Name extends Provider>(
  calls: readonly ToolCall[],
  { provider, executor, own, onError, signals }: TurnHost<Name>,
  ask: Confirm,
  { signal, onOutput }: AnswerSettings,
): Promise<Slot<Name>[]> {
  const stop = stopOf(signals, signal);
  const confirmationHandler = async (question: Parameters<Confirm>[0]) => {
    const answer = await untilStopped(stop, ask(question)).catch((error: unknown) => {
      if (stop.aborted) throw new ExecutionError('The run was stopped while a person was asked.', { cause: error });
      throw error;
    });
    if (answer === 'later') throw new PutOff(question);
    return answer;
  };
  const batch = executor.executeBatch(
    calls.filter(({ name }) => !own.has(name)),
    { signal: stop, confirmationHandler, onOutput },
  );
  const hosted = calls.map((call) => (own.has(call.name) ? own.run(call, stop) : undefined));
  const outcomes = new Map((await batch).map((outcome) => [outcome.call, outcome]));
  const slots = (await Promise.all(hosted)).map((message, at): Slot<Name> | undefined => {
    const call = calls[at];
    const outcome = call && outcomes.get(call);
    if (!call || !outcome) return message;
    if (outcome.ok) return resultMessage(provider, [call, outcome.result]);
    if (outcome.error instanceof PutOff) return pendingCall(call, outcome.error.question);
    return resultMessage(provider, [call, forModel(outcome.error, call, onError)]);
  });
  return slots.filter((slot) => slot !== undefined);
}

/** Continues one pending call after a person's decision. */
async function resumeCall<Name extends Provider>(
  pending: PendingCall,
  decision: NonNullable<PendingDecision>,
  host: TurnHost<Name>,
  settings: AnswerSettings,
): Promise<Slot<Name>> {
  const { call } = pending;
  if (typeof decision === 'object' && 'arguments' in decision) {
    const edited = { ...call, arguments: { ...decision.arguments } };
    const [slot = pending] = await runCalls([edited], host, putOff, settings);
    return slot;
  }
  // The policy may allow it by now, so that no question would come, but the person refused.
  if (decision === false && host.executor.check(call).decision === 'allow') {
    return handleToolResult(host.provider, call, 'Nothing ran. The confirmation was declined.', { isError: true });
  }
  // The approval covers the shown command, and nothing else.
  const answer: Confirm = ({ hash }) => (hash === pending.hash ? decision : 'later');
  const [slot = pending] = await runCalls([call], host, answer, settings);
  return slot;
}

/** The host's own tools: their definitions, and their calls. */
interface HostTools<Name extends Provider> {
  readonly definitions: ProviderToolKinds[Name][];
  has(name: string): boolean;
  /** Never rejects: a tool's error becomes its result. */
  run(call: ToolCall, signal: AbortSignal): Promise<ProviderMessages[Name]>;
}

const NO_ARGUMENTS = { type: 'object' as const, properties: {} };

/**
 * @param taken names of our commands @throws AtipError when a name is taken: a model could not distinguish the two
 * @throws AtipValidationError when a tool cannot be written for the provider
 */
function hostTools<Name extends Provider>(
  provider: Name,
  tools: Readonly<Record<string, HostTool>>,
  taken: ReadonlySet<string>,
): HostTools<Name> {
  const all = new Map(Object.entries(tools));
  const twice = [...all.keys()].find((name) => taken.has(name));
  if (twice !== undefined) {
    throw new AtipError('INVALID_METADATA', `Your tool ${JSON.stringify(twice)} has the name of a command. Rename it.`);
  }
  const lame = [...all].find(([, tool]) => typeof tool.execute !== 'function');
  if (lame) throw new TypeError(`Your tool ${JSON.stringify(lame[0])} has no function "execute".`);
  return {
    definitions: [...all].map(([name, { description, parameters = NO_ARGUMENTS }]) =>
      // Not strict: optional arguments would arrive as null.
      translateTool({ name, description, parameters }, provider, { strict: false }),
    ),
    has: (name) => all.has(name),
    async run(call, signal) {
      try {
        signal.throwIfAborted();
        const running = all.get(call.name)?.execute(call.arguments, { call, signal });
        return handleToolResult(provider, call, await untilStopped(signal, running));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        return handleToolResult(provider, call, text, { isError: true });
      }
    },
  };
}

/** With the strategy `search` two of the three tools are answered here; the third runs a command like any other. */
function withSearch<Name extends Provider>(
  own: HostTools<Name>,
  provider: Name,
  { search }: Pick<Toolkit, 'search'>,
): HostTools<Name> {
  return {
    definitions: own.definitions,
    has: (name) => own.has(name) || search({ id: '', name, arguments: {} }) !== undefined,
    async run(call, signal) {
      const answer = search(call);
      if (answer === undefined) return own.run(call, signal);
      return handleToolResult(provider, call, answer.text, { isError: answer.isError });
    },
  };
}
