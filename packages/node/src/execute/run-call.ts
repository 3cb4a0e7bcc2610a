import {
  type CompleteCheck,
  createResultFilter,
  type DecisionRecord,
  ExecutionError,
  type FormattedResult,
  type Run,
  type RunCheckedSettings,
} from '@atip/core';
import type { ExecutableIdentity } from '../executables/executable-identity.ts';
import {
  isComplete,
  locateError,
  type RanCall,
  refusalOf,
  resolveInput,
  runChecked,
  takesInput,
  writtenPaths,
} from '@atip/core/internal';
import type { CallQuestion } from '../confirmation/describe-confirmation.ts';
import type { FoundTool } from '../documents/tool-document.ts';
import { digestOf } from '../files/digest.ts';
import { type LocatedProgram, ProgramError, approvalHash, locateProgram } from './locate-program.ts';
import { detailOf, withoutPlaces } from './hide-places.ts';
import { readOnSentence } from './keep-output.ts';
import { type LineCallCheck, type LineProgram, locateLine } from './line-programs.ts';
import type { ToolMachine, ToolOutcome } from './program-machine.ts';
import type { LoginAnswer, LoginQuestion } from './tool-grant.ts';
import { type Answer, type CallEnd, type CallRecordSettings, createCallRecord } from './record-call.ts';

export interface CallHost extends Omit<RunCheckedSettings, 'cwd' | 'keepOutput' | 'input'> {
  /** Tools as they were discovered; absent for one: its document counts for whatever program has its name. */
  readonly found: readonly FoundTool[];
  readonly machine: ToolMachine;
  /** Absolute. */
  readonly cwd: string;
  /** For whom the result's content is. A person saw the output as it came, and no long one is kept. Absent: a model. */
  readonly reader?: 'model' | 'person';
  /** Standard input of the program. Absent: what the call gives, else empty. */
  readonly input?: string | Uint8Array;
  /** The call whose output that is. */
  readonly inputOf?: string;
  /** Absent: calls are put on no record. */
  readonly record?: CallRecordSettings;
  /** Values that programs are given; they are redacted in the record. */
  readonly knownSecrets?: readonly string[];
  /** Is told which program a call that is not denied would start, and waited for, before anybody is asked. */
  readonly onLocated?: (call: LocatedCall) => void | Promise<void>;
  /** Gets every decision before anything follows from it, and is waited for. */
  readonly onDecision?: (record: DecisionRecord) => void | Promise<void>;
  /** Asks a person; only true is a yes. Its error says why no answer came. Absent: nobody is there. */
  readonly ask?: (question: CallQuestion, call: LocatedCall) => Promise<boolean>;
  /** Who says yes in place of a person whom we ask, a sentence for the record. Absent: `ask` asks one. */
  readonly approvedBy?: string;
  /**
   * Asks a person whether a tool gets the login that it needs, of a call that may run; its error ends the call. Absent: it does
   * not get it.
   */
  readonly askLogin?: (question: LoginQuestion, call: LocatedCall) => Promise<LoginAnswer>;
  /** Checks the call again with the policy and the document as they are now. Absent: they cannot have changed. */
  readonly recheck?: () => LineCallCheck | Promise<LineCallCheck>;
  /** Is told of each call that ran, once that is on record, and waited for. */
  readonly onRan?: (ran: RanCall) => void | Promise<void>;
  /** Waits for a place before the program is looked at again and run. Absent: it runs at once. */
  readonly inTurn?: (run: () => Promise<FormattedResult>) => Promise<FormattedResult>;
}

/** A checked call with the program that it would start. */
export type LocatedCall = CompleteCheck &
  LineCallCheck & {
    readonly program: LocatedProgram;
    /** Of a shell line: the programs that the shell starts. */
    readonly programs?: readonly LineProgram[];
    /** As the program gets it: the name under which it was found, then the arguments. */
    readonly started: readonly string[];
    readonly cwd: string;
    /** Binds an approval to the program's bytes, the arguments, the directory and the effects: `sha256:` and 64 hex digits. */
    readonly hash: string;
  };

/** Finds the program of a checked call, and the hash that an approval binds to. @throws ProgramError */
export async function locateCall(
  check: CompleteCheck & LineCallCheck,
  { found, machine, cwd, input = textOf(check.stdin) }: Pick<CallHost, 'found' | 'machine' | 'cwd' | 'input'>,
): Promise<LocatedCall> {
  const { tool } = check.mapping;
  const known = found.find((one) => one.tool === tool) ?? found.find((one) => one.tool.name === tool.name);
  const program = await locateProgram(tool.name, { found: known, checksum: tool.trust?.checksum }, machine);
  const started = [program.foundAs, ...check.argv.slice(1)];
  const programs = check.line && (await locateLine(check.line.parts, machine, cwd));
  const approved = {
    ...{ executable: identityOf(program), argv: started, cwd, effects: check.effects },
    ...(programs && { programs: programs.map((one) => [one.name, one.program && identityOf(one.program)] as const) }),
    ...(input !== undefined && { input: digestOf(input) }),
  };
  return { ...check, program, started, cwd, ...(programs && { programs }), hash: approvalHash(approved) };
}

function textOf(stdin: CompleteCheck['stdin']): string | undefined {
  return stdin && 'text' in stdin ? stdin.text : undefined;
}

function identityOf({ path, hash, stamp }: LocatedProgram): ExecutableIdentity {
  return { path, hash, stamp };
}

/**
 * Takes a checked call from its decision to its result: locates the program and its digest, asks a person where the policy wants
 * that, puts the decision on record, looks at everything again, and runs the program in its sandbox, each stream redacted.
 *
 * This is the only place that puts these stages together. The decision is on record before anything runs; what a person said
 * yes to is what runs, byte for byte.
 *
 * @throws UnknownCommandError, ArgumentValidationError, PolicyViolationError, InsufficientTrustError, InteractiveNotSupportedError
 * or RequiresConfirmationError for a call that is refused; ProgramError, or another ExecutionError, for one that cannot be run;
 * whatever `ask`, `onDecision` or the record fail with. Messages name no absolute path; `detail` does.
 * @see ATIP 0.3 §6.1, §11
 */
export async function runCall(check: LineCallCheck, settings: CallHost): Promise<FormattedResult> {
  // Numbers of outputs are told where an offered tool can use them; those that a line starts are not offered.
  const { outputs, ...rest } = settings;
  const isRead = outputs !== undefined && settings.tools?.some(takesInput);
  let host = withSecrets({ ...rest, ...(isRead && { outputs }) }, check);
  try {
    assertNotStopped(host);
    host = await withInput(host, check);
    const located = await settleCall(check, host);
    await settleLogin(located, host);
    // The tool may have got its login just now.
    return await finishCall(located, withSecrets(host, check));
  } catch (error) {
    throw locateError(withoutPlaces(error, [host.cwd]), check);
  }
}

/** What the tool is given besides is redacted as well, and what the documents of a line's commands call secret. */
function withSecrets(given: CallHost, { mapping, line }: LineCallCheck): CallHost {
  const ofLine = [...new Set((line?.parts ?? []).flatMap(({ call }) => call?.mapping.tool ?? []))];
  const host = ofLine.length === 0 ? given : { ...given, tools: [...(given.tools ?? []), ...ofLine] };
  const tools = new Set([...(mapping ? [mapping.tool] : []), ...ofLine]);
  const secrets = [...tools].flatMap((tool) => host.machine.secretsOf(tool));
  if (secrets.length === 0) return host;
  const { knownSecrets = [], output = {} } = host;
  const known = { ...output, knownSecrets: [...(output.knownSecrets ?? []), ...secrets] };
  return { ...host, knownSecrets: [...knownSecrets, ...secrets], output: known };
}

/** Finds what the call gives on standard input. @throws ArgumentValidationError when there is no such output */
async function withInput(host: CallHost, check: LineCallCheck): Promise<CallHost> {
  if (host.input !== undefined || !isComplete(check) || check.stdin === undefined) return host;
  try {
    const { text = '', call } = resolveInput(check, host.outputs) ?? {};
    return { ...host, input: text, ...(call !== undefined && { inputOf: call }) };
  } catch (error) {
    await recordDecision(check, undefined, { note: detailOf(error), refused: 'invalid' }, host);
    throw error;
  }
}

/** Decides, asks, and puts both on record. @throws when the call is not to run */
async function settleCall(check: LineCallCheck, host: CallHost): Promise<LocatedCall> {
  if (!isComplete(check)) {
    await recordDecision(check, undefined, { refused: check.stoppedAt === 'command' ? 'unknown' : 'invalid' }, host);
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

/** Nobody is asked about what cannot run whatever the answer is. */
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
  const { mapping, program, started: argv, cwd, effects, reasons, line } = located;
  const command = mapping.command.join(' ');
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

/** Asks for the login of a tool that cannot do without and may use the network. */
async function settleLogin(located: LocatedCall, { machine, askLogin }: CallHost): Promise<void> {
  const { tool, effects } = located.mapping;
  const question = effects?.network === false ? undefined : machine.loginQuestion(tool);
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
  if (!isComplete(check)) return;
  const { resolved: call, mapping, argv, policy: decision } = check;
  const { approved } = answer;
  await onDecision?.({ call, mapping, argv, decision, ...(approved !== undefined && { approved }) });
}

async function recordEnd(check: LineCallCheck, end: CallEnd, { record, knownSecrets = [] }: CallHost): Promise<void> {
  if (record) await createCallRecord(record, knownSecrets).ended(check, end);
}

async function finishCall(located: LocatedCall, host: CallHost): Promise<FormattedResult> {
  const { machine, inTurn = (run) => run(), cwd, reader } = host;
  const { program, started, mapping, line: judged, programs = [] } = located;
  const written = writtenPaths(mapping, located.arguments);
  let ended: Pick<ToolOutcome, 'bytes' | 'temporary'> | undefined;
  const run: Run = async (_argv, options) => {
    const line = judged && { parts: judged.parts, programs };
    const given = { ...options, cwd, written, ...(line && { line }) };
    const { temporary, ...outcome } = await machine.run(started, program, given);
    ended = { bytes: outcome.bytes, ...(temporary && { temporary }) };
    return outcome;
  };
  const running = inTurn(async () => {
    assertNotStopped(host);
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
  if ('result' in end) await host.onRan?.(ranCall(located, end.result.exitCode, host));
  // Of a run that failed it is the failure.
  return running;
}

/** A line is the last argument of its shell; what is known to be secret is taken out of it. */
function ranCall(
  { mapping, argv, line }: LocatedCall,
  exitCode: number | null,
  { tools = [], output }: CallHost,
): RanCall {
  const { tool, path } = mapping;
  const redacted = line && createResultFilter(tools, output).filter(argv.at(-1) ?? '', tool.name);
  return { tool, path, argv, exitCode, ...(redacted !== undefined && { line: redacted }) };
}

/** Refuses if path, bytes, arguments, effects, decision or sandbox are not those that the person said yes to. */
async function lookAgain(located: LocatedCall, host: CallHost): Promise<void> {
  const { mapping, program, decision, sandbox, network, hash } = located;
  const fresh = located.decision === 'confirm' ? await host.recheck?.() : undefined;
  const changed = () =>
    new ExecutionError(
      `What is known of ${mapping.command.join(' ')} changed after the call was checked. Nothing ran; check it again.`,
    );
  if (fresh && (!isComplete(fresh) || fresh.decision === 'deny')) throw changed();
  const isReplaced = (error: unknown): never => {
    if (error instanceof ProgramError)
      throw new ProgramError('changed', mapping.tool.name, program.path, { cause: error });
    throw error;
  };
  const now = await locateCall(fresh && isComplete(fresh) ? fresh : located, host).catch(isReplaced);
  if (!isSameProgram(now.program, program)) throw new ProgramError('changed', mapping.tool.name, program.path);
  for (const [at, { name, program: before }] of (located.programs ?? []).entries()) {
    if (!isSameProgram(now.programs?.[at]?.program ?? null, before))
      throw new ProgramError('changed', name, before?.path ?? name);
  }
  const isHeld = now.sandbox === sandbox && JSON.stringify(now.network) === JSON.stringify(network);
  // The answer may have been a rule that now allows it.
  const isStillFree = now.decision === decision || now.decision === 'allow';
  const isSame = now.hash === hash && isStillFree && isHeld;
  if (!isSame) throw changed();
}

function isSameProgram(now: LocatedProgram | null, before: LocatedProgram | null): boolean {
  return now?.path === before?.path && now?.hash === before?.hash && now?.stamp === before?.stamp;
}

/** A person must not be asked about, nor a process started for, what was already called off. */
function assertNotStopped({ signal }: CallHost): void {
  if (signal?.aborted) throw new ExecutionError('The run was stopped before its process was started.');
}
