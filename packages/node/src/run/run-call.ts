import type { DecisionRecord, FormattedResult, RunPort } from '@atip/core';
import { ExecutionError, type RunCheckedSettings } from '@atip/core/execute';
import { relative } from 'node:path';
import type { ExecutableIdentity } from '../executables/executable-identity.ts';
import {
  assertNotStopped,
  decisionOf,
  digestsOf,
  locateError,
  questionOf,
  refusalOf,
  resolveInput,
  runChecked,
  takesInput,
  wordsOf,
  writtenPaths,
} from '@atip/core/internal';
import type { CallQuestion } from '../files/describe-confirmation.ts';
import type { FoundTool } from '../documents/tool-document.ts';
import { digestOf } from '../files/digest.ts';
import { type LocatedProgram, ProgramError, approvalHash, locateProgram } from './locate-program.ts';
import { detailOf, withoutPlaces } from './hide-places.ts';
import { readOnSentence } from './keep-output.ts';
import { type LineCallCheck, type LineProgram, locateLine } from './line-programs.ts';
import { placesOf } from './line-places.ts';
import type { ToolMachine, ToolOutcome } from './program-machine.ts';
import type { LoginAnswer, LoginQuestion } from './tool-grant.ts';
import { type Answer, type CallEnd, type CallRecordSettings, createCallRecord } from './record-call.ts';

export interface CallHost extends Omit<RunCheckedSettings, 'cwd' | 'keepOutput' | 'input'> {
  /** Discovered tools; for any other, the document counts for the program of its name. */
  readonly found: readonly FoundTool[];
  readonly machine: ToolMachine;
  /** Absolute. */
  readonly cwd: string;
  /** The reader of the result. A person saw the output live, so no long output is stored. Absent: a model. */
  readonly reader?: 'model' | 'person';
  /** Standard input of the program. Absent: the call's, else empty. */
  readonly input?: string | Uint8Array | undefined;
  /** The call whose output that is. */
  readonly inputOf?: string;
  /** Absent: calls are not recorded. */
  readonly record?: CallRecordSettings;
  /** Values given to programs; they are redacted in the record. */
  readonly knownSecrets?: readonly string[];
  /** Called with the program of a call that is not denied, and awaited, before any question. */
  readonly onLocated?: (call: LocatedCall) => void | Promise<void>;
  /** Called with every decision before it takes effect, and awaited. */
  readonly onDecision?: (record: DecisionRecord) => void | Promise<void>;
  /** Asks a person; only true approves. Its error says why no answer came. Absent: no person can be asked. */
  readonly ask?: (question: CallQuestion, call: LocatedCall) => Promise<boolean>;
  /** Names who approves instead of a person that we ask, in a sentence for the record. Absent: `ask` asks a person. */
  readonly approvedBy?: string;
  /**
   * Asks a person whether the tool of an allowed call gets the login that it needs; an error ends the call. Absent: it
   * does not get the login.
   */
  readonly askLogin?: (question: LoginQuestion, call: LocatedCall) => Promise<LoginAnswer>;
  /** Checks the call again with the current policy and document. Absent: they cannot have changed. */
  readonly recheck?: () => LineCallCheck | Promise<LineCallCheck>;
  /** Waits for a place before the program is checked again and run. Absent: it runs at once. */
  readonly inTurn?: (run: () => Promise<FormattedResult>) => Promise<FormattedResult>;
}

type RunnableCheck = Extract<LineCallCheck, { readonly ok: true }>;

/** A checked call with its program. */
export type LocatedCall = RunnableCheck & {
  readonly program: LocatedProgram;
  /** For a shell line: the programs that the shell starts. */
  readonly programs?: readonly LineProgram[];
  /** The argv for the program: the path under which it was found, then the arguments. */
  readonly started: readonly string[];
  readonly cwd: string;
  /** The state of the directory, and of the paths of a line that a person is asked about. */
  readonly places: ReturnType<typeof placesOf>;
  /** Binds an approval to the program's bytes, the arguments, the directory and the effects: `sha256:` and 64 hex digits. */
  readonly hash: string;
};

/** Finds the program of a checked call, and the hash that an approval binds to. @throws ProgramError */
export async function locateCall(
  check: RunnableCheck,
  { found, machine, cwd, input = textOf(check.stdin) }: Pick<CallHost, 'found' | 'machine' | 'cwd' | 'input'>,
): Promise<LocatedCall> {
  const { tool } = check.command;
  const known = found.find((one) => one.tool === tool) ?? found.find((one) => one.tool.name === tool.name);
  const program = await locateProgram(tool.name, { found: known, digests: digestsOf(tool) }, machine);
  const started = [program.foundAs, ...wordsOf(check).slice(1)];
  const programs = check.line && (await locateLine(check.line.parts, machine, cwd));
  const approved = {
    ...{ executable: identityOf(program), argv: started, cwd, effects: check.effects },
    ...(programs && { programs: programs.map((one) => [one.name, one.program && identityOf(one.program)] as const) }),
    ...(input !== undefined && { input: digestOf(input) }),
  };
  const places = placesOf(cwd, check);
  return { ...check, program, started, cwd, places, ...(programs && { programs }), hash: approvalHash(approved) };
}

function textOf(stdin: RunnableCheck['stdin']): string | undefined {
  return stdin && 'text' in stdin ? stdin.text : undefined;
}

function identityOf({ path, hash, stamp }: LocatedProgram): ExecutableIdentity {
  return { path, hash, stamp };
}

/**
 * Takes a checked call from its decision to its result: finds the program and its digest, asks a person if the policy
 * requires it, records the decision, checks everything again, and runs the program in its sandbox with redacted
 * streams.
 *
 * This is the only place that combines these stages. The decision is recorded before anything runs; exactly the
 * approved command runs, byte for byte.
 *
 * @throws UnknownCommandError, ArgumentValidationError, PolicyViolationError, InsufficientTrustError,
 * InteractiveNotSupportedError or RequiresConfirmationError for a refused call; ProgramError, or another
 * ExecutionError, for one that cannot be run; the errors of `ask`, `onDecision` and the record. Messages contain no
 * absolute path; `detail` does.
 * @see ATIP 0.3 §6.1, §11
 */
export async function runCall(check: LineCallCheck, settings: CallHost): Promise<FormattedResult> {
  // Numbers of outputs are reported only if an offered tool can use them; the programs of a line are not offered.
  const { outputs, ...rest } = settings;
  const isRead = outputs !== undefined && settings.tools?.some(takesInput);
  let host = withSecrets({ ...rest, ...(isRead && { outputs }) }, check);
  try {
    assertNotStopped(host.signal);
    host = await withInput(host, check);
    const located = await settleCall(check, host);
    await settleLogin(located, host);
    // The tool may just have got its login.
    return await finishCall(located, withSecrets(host, check));
  } catch (error) {
    throw locateError(withoutPlaces(error, [host.cwd]), check);
  }
}

/** Also redacts the tool's granted values, and the secrets that the documents of a line's commands name. */
function withSecrets(given: CallHost, { command, line }: LineCallCheck): CallHost {
  const ofLine = [...new Set((line?.parts ?? []).flatMap(({ call }) => call?.tool ?? []))];
  const host = ofLine.length === 0 ? given : { ...given, tools: [...(given.tools ?? []), ...ofLine] };
  const tools = new Set([...(command ? [command.tool] : []), ...ofLine]);
  const secrets = [...tools].flatMap((one) => host.machine.secretsOf(one));
  if (secrets.length === 0) return host;
  const { knownSecrets = [], output = {} } = host;
  const known = { ...output, knownSecrets: [...(output.knownSecrets ?? []), ...secrets] };
  return { ...host, knownSecrets: [...knownSecrets, ...secrets], output: known };
}

/** Resolves a call's standard input. @throws ArgumentValidationError without such an output */
async function withInput(host: CallHost, check: LineCallCheck): Promise<CallHost> {
  if (host.input !== undefined || !check.ok || check.stdin === undefined) return host;
  try {
    const { text = '', call } = resolveInput(check, host.outputs) ?? {};
    return { ...host, input: text, ...(call !== undefined && { inputOf: call }) };
  } catch (error) {
    await recordDecision(check, undefined, { note: detailOf(error), refused: 'invalid' }, host);
    throw error;
  }
}

/** Decides, asks, and records both. @throws when the call must not run */
async function settleCall(check: LineCallCheck, host: CallHost): Promise<LocatedCall> {
  if (!check.ok) {
    await recordDecision(check, undefined, { refused: check.command ? 'invalid' : 'unknown' }, host);
    throw refusalOf(check);
  }
  let located: LocatedCall;
  try {
    located = await locateCall(check, host);
    if (check.decision === 'confirm') await assertCanRun(located, host);
    if (check.decision !== 'deny') await host.onLocated?.(located);
  } catch (error) {
    if (check.decision === 'deny') {
      await recordDecision(check, undefined, { refused: 'policy' }, host);
      throw refusalOf(check);
    }
    await recordDecision(check, undefined, { note: detailOf(error), refused: 'unrunnable' }, host);
    throw error;
  }
  const { answer, error } = await askPerson(located, host);
  await recordDecision(located, located.program, answer, host);
  if (error !== undefined) throw error;
  return located;
}

/** No question about a call that cannot run anyway. */
async function assertCanRun({ sandbox, network }: LocatedCall, { machine, ask }: CallHost): Promise<void> {
  const problem = ask && (await machine.sandboxProblem(sandbox, network));
  if (problem !== undefined) throw new ExecutionError(problem);
}

async function askPerson(
  located: LocatedCall,
  { ask, input, approvedBy: note }: CallHost,
): Promise<{ readonly answer: Answer; readonly error?: unknown }> {
  if (located.decision === 'allow') return { answer: {} };
  if (located.decision === 'deny') return { answer: { refused: 'policy' }, error: refusalOf(located) };
  if (!ask) return { answer: { refused: 'unasked' }, error: refusalOf(located) };
  const { program, started: argv, cwd, effects, reasons, line } = located;
  const command = located.command.command.join(' ');
  const stdin = typeof input === 'object' ? new TextDecoder().decode(input) : input;
  const given = { ...(line && { line }), ...(stdin !== undefined && { stdin }) };
  const question = { command, program: program.path, argv, cwd, effects, reasons, ...given };
  try {
    const approved = (await ask(question, located)) === true;
    if (approved) return { answer: { approved, ...(note !== undefined && { note }) } };
    return { answer: { approved, refused: 'declined' }, error: refusalOf(located, true) };
  } catch (error) {
    return { answer: { note: detailOf(error), refused: 'unanswered' }, error };
  }
}

/** Asks for the login of a tool that needs it and may use the network. */
async function settleLogin(located: LocatedCall, { machine, askLogin }: CallHost): Promise<void> {
  const { effects } = located;
  const { tool } = located.command;
  const question = effects.network === false ? undefined : machine.loginQuestion(tool);
  if (question === undefined || askLogin === undefined) return;
  await machine.setLogin(tool, await askLogin(question, located));
}

async function recordDecision(
  check: LineCallCheck,
  program: LocatedProgram | undefined,
  answer: Answer,
  { record, knownSecrets = [], onDecision, cwd, input, inputOf }: CallHost,
): Promise<void> {
  if (record) await createCallRecord(record, knownSecrets).decided(check, program, answer, { cwd, input, inputOf });
  if (!check.ok) return;
  const { reasons: _reasons, ...asked } = questionOf(check);
  const { approved } = answer;
  await onDecision?.({ ...asked, decision: decisionOf(check), ...(approved !== undefined && { approved }) });
}

async function recordEnd(check: LineCallCheck, end: CallEnd, { record, knownSecrets = [] }: CallHost): Promise<void> {
  if (record) await createCallRecord(record, knownSecrets).ended(check, end);
}

async function finishCall(located: LocatedCall, host: CallHost): Promise<FormattedResult> {
  const { machine, inTurn = (run) => run(), cwd, reader } = host;
  const { program, started, server, line: judged, programs = [] } = located;
  const written = writtenPaths({ ...located.command, effects: located.effects }, located.arguments);
  let ended: Pick<ToolOutcome, 'bytes' | 'temporary'> | undefined;
  const run: RunPort = async (_argv, options) => {
    const line = judged && { parts: judged.parts, programs };
    const given = { ...options, cwd, written, ...(line && { line }), ...(server && { server }) };
    const { temporary, ...outcome } = await machine.run(started, program, given);
    ended = { bytes: outcome.bytes, ...(temporary && { temporary }) };
    return outcome;
  };
  const running = inTurn(async () => {
    assertNotStopped(host.signal);
    await lookAgain(located, host);
    return runChecked(located, run, {
      ...host,
      cwd,
      keepOutput: async (output) => {
        const path = reader === 'person' ? undefined : machine.outputs.keep(output, ended?.temporary);
        return path && readOnSentence(path, output, host.tools ?? []);
      },
    });
  });
  const end = await running.then(
    ({ raw }) => ({ result: { ...raw, ...(ended && { bytes: ended.bytes }) } }),
    (error: unknown) => ({ error }),
  );
  await recordEnd(located, { program, ...end }, host);
  // For a failed run this is its error.
  return running;
}

/**
 * Refuses if path, bytes, arguments, effects, decision, sandbox, or what is at the places of the call differ from what the person
 * approved, or if there is more to say about it now. A line is always judged again: while it waited, another one may have run.
 */
async function lookAgain(located: LocatedCall, host: CallHost): Promise<void> {
  const { command, program, decision, sandbox, network, hash, line, reasons } = located;
  const fresh = decision === 'confirm' || line ? await host.recheck?.() : undefined;
  const changed = (what = `What is known of ${command.command.join(' ')}`) =>
    new ExecutionError(`${what} changed after the call was checked. Nothing ran; check it again.`);
  if (fresh && (!fresh.ok || fresh.decision === 'deny')) throw changed();
  const more = line ? (fresh?.reasons ?? []).filter((reason) => !reasons.includes(reason)) : [];
  if (more.length > 0) throw new ExecutionError(`${more.join(' ')} This is new. Nothing ran; check it again.`);
  const isReplaced = (error: unknown): never => {
    if (error instanceof ProgramError)
      throw new ProgramError('changed', command.tool.name, program.path, { cause: error });
    throw error;
  };
  const now = await locateCall(fresh?.ok ? fresh : located, host).catch(isReplaced);
  if (!isSameProgram(now.program, program)) throw new ProgramError('changed', command.tool.name, program.path);
  for (const [at, { name, program: before }] of (located.programs ?? []).entries()) {
    if (!isSameProgram(now.programs?.[at]?.program ?? null, before))
      throw new ProgramError('changed', name, before?.path ?? name);
  }
  const isHeld = now.sandbox === sandbox && JSON.stringify(now.network) === JSON.stringify(network);
  // The answer may have added a rule that now allows it.
  const isStillFree = now.decision === decision || now.decision === 'allow';
  const isSame = now.hash === hash && isStillFree && isHeld;
  if (!isSame) throw changed();
  assertSamePlaces(located, changed);
}

function assertSamePlaces(call: LocatedCall, changed: (what: string) => ExecutionError): void {
  const { cwd, places } = call;
  const now = placesOf(cwd, call);
  const all = [...places.keys(), ...now.keys()];
  const other = all.find((path) => places.get(path) !== now.get(path));
  if (other === cwd) throw changed('The working directory');
  if (other !== undefined) throw changed(JSON.stringify(relative(cwd, other)));
}

function isSameProgram(now: LocatedProgram | null, before: LocatedProgram | null): boolean {
  return now?.path === before?.path && now?.hash === before?.hash && now?.stamp === before?.stamp;
}
