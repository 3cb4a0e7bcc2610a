import { relative } from 'node:path';
import {
  checkCall,
  type Check,
  type ExecutionPolicy,
  type FormattedResult,
  type ServedCheck,
  type ToolCall,
} from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import {
  assertNotStopped,
  decisionOf,
  digestsOf,
  locateError,
  openRun,
  questionOf,
  refusalOf,
  resolveInput,
  takesInput,
  wordsOf,
  writtenPaths,
} from '@atip/core/internal';
import type { ExecutableIdentity } from '../executables/executable-identity.ts';
import { digestOf } from '../files/read-bounded-file.ts';
import { detailOf, withoutPlaces } from './explain-run.ts';
import type { Host } from './host.ts';
import { readOnSentence } from './keep-output.ts';
import { limitsOf } from './limits-of.ts';
import {
  type LineCallCheck,
  type LineProgram,
  type LocatedProgram,
  ProgramError,
  approvalHash,
  locateLine,
  locateProgram,
  placesOf,
} from './locate-program.ts';
import { type RecordedAnswer, type CallEnd, createCallRecord } from './record-call.ts';

/** A call as it was asked for: of a command, or a line for bash. */
export interface Invocation {
  readonly call: ToolCall;
  /** The line, instead of a command. */
  readonly line?: string | undefined;
  /** Standard input of the program. Absent: the call's, else empty. */
  readonly input?: string | Uint8Array | undefined;
  /** A client's policy, which can narrow the host's and not widen it. */
  readonly narrowedBy?: ExecutionPolicy | undefined;
}

type RunnableCheck = Extract<LineCallCheck, { readonly ok: true }>;

/** A checked call with its program, bound to bytes. It is also the question to a person. */
export type Plan = RunnableCheck & {
  readonly program: LocatedProgram;
  /** For a shell line: the programs that the shell starts. */
  readonly programs?: readonly LineProgram[] | undefined;
  /** The argv for the program: the path under which it was found, then the arguments. */
  readonly started: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Standard input of the program, and the earlier call whose output it is. */
  readonly input?: string | Uint8Array | undefined;
  readonly inputOf?: string | undefined;
  /** The state of the directory, and of the paths of a line that a person is asked about. */
  readonly places: ReadonlyMap<string, string>;
  /** Binds an approval to the program's bytes, the arguments, the directory and the effects: `sha256:` and 64 hex digits. */
  readonly hash: string;
};

/** The decision that one plan may run. */
interface Approval {
  /** Of the approved plan. */
  readonly hash: string;
  readonly by: 'policy' | 'person';
}

/** A plan that ran. */
type Run = Plan & { readonly result: FormattedResult };

/**
 * Takes a call from its check to its result: finds the program and its digest, asks a person if the policy requires it,
 * records the decision, checks everything again, and runs the program in its sandbox with redacted streams.
 *
 * This is the only place that combines these stages. The decision is recorded before anything runs; exactly the
 * approved command runs, byte for byte.
 *
 * @param check of `checkInvocation`. Absent: it is made
 * @throws UnknownCommandError, ArgumentValidationError, PolicyViolationError, InsufficientTrustError,
 * InteractiveNotSupportedError or RequiresConfirmationError for a refused call; ProgramError, or another
 * ExecutionError, for one that cannot be run; the errors of `ask`, `onDecision` and the record. Messages contain no
 * absolute path; `detail` does.
 * @see ATIP 0.3 §6.1, §11
 */
export async function runCall(invocation: Invocation, host: Host, check?: LineCallCheck): Promise<Run> {
  return (await openCall(invocation, host, check)).run(host);
}

/** A call that may run: by its policy, or once a person agrees. */
export interface OpenCall {
  readonly plan: Plan;
  /** Asks if the policy requires it, and runs the plan. */
  run(host: Host): Promise<Run>;
}

/**
 * The part of `runCall` before any question: for a surface that shows the plan first. A refused call is recorded.
 * @throws as `runCall`
 */
export async function openCall(invocation: Invocation, host: Host, check?: LineCallCheck): Promise<OpenCall> {
  const checked = check ?? (await checkInvocation(invocation, host));
  const located = (error: unknown) => locateError(withoutPlaces(error, [host.cwd]), checked);
  try {
    assertNotStopped(host.signal);
    const plan = await planOrRefuse(checked, invocation, host);
    if (plan.decision === 'deny') await approve(plan, host);
    return {
      plan,
      run: async (latest) => {
        try {
          return await runPlan(plan, await approve(plan, latest), invocation, latest);
        } catch (error) {
          throw located(error);
        }
      },
    };
  } catch (error) {
    throw located(error);
  }
}

/**
 * Checks a call or judges a line by the documents and the policy of the host.
 * @param runs true right before it runs, so that what a line fetches is remembered
 */
export async function checkInvocation(invocation: Invocation, host: Host, runs = false): Promise<LineCallCheck> {
  const { call, line, narrowedBy } = invocation;
  if (line === undefined) return checkAt(call, host, narrowedBy);
  const policy = host.rules.policy();
  const policies = [policy, ...(narrowedBy ? [{ ...policy, ...narrowedBy }] : [])] as const;
  // Judging loads the readers of lines, which calls of commands do not need.
  const check = host.checkLine ?? (await import('./run-line.ts')).checkLineCall;
  return check(line, { env: host.env, cwd: host.cwd, id: call.id, runs, policies, writable: host.writable ?? [] });
}

/** Checks the call of a command. */
export function checkAt(call: ToolCall, host: Host, narrowedBy?: ExecutionPolicy): Check | ServedCheck {
  const { tools, rules, cwd, writable, served, strategy, separator, variables } = host;
  return checkCall(call, tools, rules.policy(), {
    directories: { cwd, writable },
    servers: new Set(served?.servers.keys()),
    strategy,
    separator,
    narrowedBy,
    environment: new Set(variables),
  });
}

/** Finds the program of a checked call, and the hash that an approval binds to. @throws ProgramError; ArgumentValidationError for an output that is not there */
export async function planCall(
  check: RunnableCheck,
  { input: bytes }: Pick<Invocation, 'input'>,
  host: Host,
): Promise<Plan> {
  const { tool } = check.command;
  const { found, machine, cwd } = host;
  const { text, call: inputOf } = (bytes === undefined && resolveInput(check, outputsOf(host))) || {};
  const input = bytes ?? text;
  const known = found.find((one) => one.tool === tool) ?? found.find((one) => one.tool.name === tool.name);
  const program = await locateProgram(tool.name, { found: known, digests: digestsOf(tool) }, machine);
  const started = [program.foundAs, ...wordsOf(check).slice(1)];
  const programs = check.line && (await locateLine(check.line.parts, machine, cwd));
  const hash = approvalHash({
    executable: identityOf(program),
    argv: started,
    cwd,
    effects: check.effects,
    programs: programs?.map((one) => [one.name, one.program && identityOf(one.program)] as const),
    input: input === undefined ? undefined : digestOf(input),
  });
  return { ...check, program, started, cwd, input, inputOf, programs, places: placesOf(cwd, check), hash };
}

function identityOf({ path, hash, stamp }: LocatedProgram): ExecutableIdentity {
  return { path, hash, stamp };
}

/** Tells the numbers of outputs only if an offered tool can read them. */
function outputsOf({ tools, outputs }: Host): Host['outputs'] | undefined {
  return tools.some(takesInput) ? outputs : undefined;
}

/** The plan of a call that may run; for any other, the refusal is recorded and thrown. */
async function planOrRefuse(check: LineCallCheck, invocation: Invocation, host: Host): Promise<Plan> {
  if (!check.ok) {
    await recordDecision(check, { refused: check.command ? 'invalid' : 'unknown' }, host);
    throw refusalOf(check);
  }
  try {
    const plan = await planCall(check, invocation, host);
    // No question about a call that cannot run anyway.
    const problem =
      check.decision === 'confirm' && host.ask && (await host.machine.sandboxProblem(check.sandbox, check.network));
    if (problem) throw new ExecutionError(problem);
    return plan;
  } catch (error) {
    if (check.decision === 'deny') {
      await recordDecision(check, { refused: 'policy' }, host);
      throw refusalOf(check);
    }
    const isInvalid = error instanceof Error && error.name === 'ArgumentValidationError';
    const { stdin } = check;
    const input = invocation.input ?? (stdin && 'text' in stdin ? stdin.text : undefined);
    const answer: RecordedAnswer = { note: detailOf(error), refused: isInvalid ? 'invalid' : 'unrunnable' };
    await recordDecision({ ...check, input }, answer, host);
    throw error;
  }
}

/**
 * Decides about a plan, by its policy or by asking a person, and records the decision; then asks for the login of a
 * tool that needs it and may use the network. No other place asks.
 * @throws when the call must not run
 */
async function approve(plan: Plan, host: Host): Promise<Approval> {
  const { answer, error } = await answerTo(plan, host);
  await recordDecision(plan, answer, host);
  if (error !== undefined) throw error;
  const { command, effects, hash } = plan;
  const { tool } = command;
  const question = effects.network === false ? undefined : host.machine.loginQuestion(tool);
  if (question && host.askLogin) await host.machine.setLogin(tool, await host.askLogin(question));
  return { hash, by: answer.approved ? 'person' : 'policy' };
}

async function answerTo(
  plan: Plan,
  host: Host,
): Promise<{ readonly answer: RecordedAnswer; readonly error?: unknown }> {
  const { ask, approvedBy: note } = host;
  if (plan.decision === 'allow') return { answer: {} };
  if (plan.decision === 'deny') return { answer: { refused: 'policy' }, error: refusalOf(plan) };
  if (!ask) return { answer: { refused: 'unasked' }, error: refusalOf(plan) };
  try {
    const approved = (await ask(plan, host)) === true;
    if (approved) return { answer: { approved, note } };
    return { answer: { approved, refused: 'declined' }, error: refusalOf(plan, true) };
  } catch (error) {
    return { answer: { note: detailOf(error), refused: 'unanswered' }, error };
  }
}

/**
 * Runs an approved plan, if everything is still as it was approved, and records how it ended.
 * @throws ExecutionError for an approval of something else, and for a plan that changed; then nothing ran
 */
async function runPlan(plan: Plan, approval: Approval, invocation: Invocation, host: Host): Promise<Run> {
  const { slots, signal } = host;
  const start = () => startPlan(plan, approval, invocation, host);
  const running = slots.use(signal, start);
  const end = await running.then(
    ({ result, bytes }): CallEnd => ({ result: { ...result.raw, bytes } }),
    (error: unknown): CallEnd => ({ error }),
  );
  const { record } = host;
  if (record) await createCallRecord(record, secretsOf(plan, host)).ended(plan, end);
  return { ...plan, result: (await running).result };
}

async function startPlan(plan: Plan, approval: Approval, invocation: Invocation, host: Host) {
  const { program, started, server, line, programs = [], cwd, input } = plan;
  const { machine, reader, tools, output, onOutput, conversation, signal } = host;
  assertNotStopped(signal);
  if (approval.hash !== plan.hash) throw changed(plan);
  await lookAgain(plan, invocation, host);
  const run = openRun(plan, {
    ...limitsOf(host, plan.effects, line ? 'a document of its commands' : `the document of ${plan.command.tool.name}`),
    cwd,
    signal,
    input,
    conversation,
    onOutput,
    tools: [...new Set([plan.command.tool, ...toolsOfLine(plan), ...tools])].slice(0, MAX_FILTERED),
    output: { ...output, knownSecrets: secretsOf(plan, host) },
    outputs: outputsOf(host),
  });
  const { temporary, ...outcome } = await machine.run(started, program, {
    ...run.options,
    cwd,
    written: writtenPaths({ ...plan.command, effects: plan.effects }, plan.arguments),
    line: line && { parts: line.parts, programs },
    server,
  });
  const ended = run.end(outcome);
  const path = ended.long && reader !== 'person' ? machine.outputs.keep(ended.long, temporary) : undefined;
  const readOn = path && ended.long && readOnSentence(path, ended.long, tools);
  return { result: ended.format(readOn), bytes: outcome.bytes };
}

/** Tools whose variables are redacted, those of the call first: a filter looks for at most 64 names. */
const MAX_FILTERED = 64;

function toolsOfLine({ line }: LineCallCheck) {
  return [...new Set((line?.parts ?? []).flatMap(({ call }) => call?.tool ?? []))];
}

/** The values that must not be shown: the host's, and those granted to the tools of a call, which may just have got a login. */
function secretsOf(check: LineCallCheck, { machine, output }: Host): string[] {
  const tools = new Set([...(check.command ? [check.command.tool] : []), ...toolsOfLine(check)]);
  return [...(output.knownSecrets ?? []), ...[...tools].flatMap((one) => machine.secretsOf(one))];
}

/** @param check with its program and input, as far as they are known */
async function recordDecision(
  check: LineCallCheck & Partial<Pick<Plan, 'program' | 'input' | 'inputOf'>>,
  answer: RecordedAnswer,
  host: Host,
): Promise<void> {
  const { record, onDecision, cwd } = host;
  if (record) await createCallRecord(record, secretsOf(check, host)).decided(check, answer, cwd);
  if (!check.ok) return;
  const { reasons: _reasons, ...asked } = questionOf(check);
  const { approved } = answer;
  await onDecision?.({ ...asked, decision: decisionOf(check), approved });
}

/**
 * Refuses a plan if path, bytes, arguments, effects, decision, sandbox or the places of the call differ from what the
 * person approved, or if a line now has further reasons. A line is always judged again, because another one may have
 * run while it waited.
 */
async function lookAgain(plan: Plan, invocation: Invocation, host: Host): Promise<void> {
  const { command, program, decision, sandbox, network, hash, line, reasons } = plan;
  const { tool } = command;
  const isAsked = decision === 'confirm' || line !== undefined;
  const latest = isAsked && host.reread ? { ...host, ...(await host.reread()) } : host;
  const fresh = isAsked ? await checkInvocation(invocation, latest, true) : undefined;
  if (fresh && (!fresh.ok || fresh.decision === 'deny')) throw changed(plan);
  const more = line ? (fresh?.reasons ?? []).filter((reason) => !reasons.includes(reason)) : [];
  if (more.length > 0) throw new ExecutionError(`${more.join(' ')} This is new. Nothing ran; check it again.`);
  const isReplaced = (error: unknown): never => {
    if (error instanceof ProgramError) throw new ProgramError('changed', tool.name, program.path, { cause: error });
    throw error;
  };
  const now = await planCall(fresh?.ok ? fresh : plan, { input: plan.input }, host).catch(isReplaced);
  if (!isSameProgram(now.program, program)) throw new ProgramError('changed', tool.name, program.path);
  for (const [at, { name, program: before }] of (plan.programs ?? []).entries()) {
    if (!isSameProgram(now.programs?.[at]?.program ?? null, before))
      throw new ProgramError('changed', name, before?.path ?? name);
  }
  const isHeld = now.sandbox === sandbox && JSON.stringify(now.network) === JSON.stringify(network);
  // The answer may have added a rule that now allows it.
  const isStillFree = now.decision === decision || now.decision === 'allow';
  if (now.hash !== hash || !isStillFree || !isHeld) throw changed(plan);
  assertSamePlaces(plan);
}

function changed({ command }: Plan, what = `What is known of ${command.command.join(' ')}`): ExecutionError {
  return new ExecutionError(`${what} changed after the call was checked. Nothing ran; check it again.`);
}

function assertSamePlaces(plan: Plan): void {
  const { cwd, places } = plan;
  const now = placesOf(cwd, plan);
  const all = [...places.keys(), ...now.keys()];
  const other = all.find((path) => places.get(path) !== now.get(path));
  if (other === cwd) throw changed(plan, 'The working directory');
  if (other !== undefined) throw changed(plan, JSON.stringify(relative(cwd, other)));
}

function isSameProgram(now: LocatedProgram | null, before: LocatedProgram | null): boolean {
  return now?.path === before?.path && now?.hash === before?.hash && now?.stamp === before?.stamp;
}
