import { AtipError, type ExecutionResult } from '@atip/core';
import {
  ExecutionError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  PolicyViolationError,
  RequiresConfirmationError,
} from '@atip/core/execute';
import { type AuditLog, createAuditLog, type Host } from '@atip/node';
import {
  allowHost,
  auditOf,
  checkInvocation,
  describeLogin,
  describeOffers,
  describePlan,
  detailOf,
  type Invocation,
  isYes,
  keepRules,
  personalFile,
  type Plan,
  questionFor,
  readAnswer,
  refusedHosts,
  runCall,
} from '@atip/node/internal';
import { type CliHost, CliError, EXIT, type ExitCode, systemFailure } from '../cli-host.ts';
import { createPaint, tableWidth } from '../terminal/style.ts';
import { fitText, plainLine, toJson } from '../terminal/text.ts';
import { type CallHost, userName } from '../tools/call-settings.ts';
import { previewOf } from './preview.ts';

const NOTHING_RUN = 'Nothing was run. ';

export interface TerminalRun {
  /** Of the call, for messages. */
  readonly name: string;
  /** Answers questions in advance; a denied call stays denied. */
  readonly yes: boolean;
  /** Writes one JSON object at the end instead of the output as it arrives. */
  readonly json: boolean;
  /** Writes the question. Absent: `describePlan`. */
  readonly describe?: ((plan: Plan) => readonly string[]) | undefined;
}

/**
 * Runs a call or a line: records decision and run, asks at the terminal, and writes redacted output as it arrives.
 * @throws CliError, see `callFailure`
 */
export async function runHere(
  invocation: Invocation,
  host: CallHost,
  settings: TerminalRun,
  cli: CliHost,
): Promise<ExitCode> {
  const { name, yes, json } = settings;
  const { env, signal, stderr } = cli;
  const check = await checkInvocation(invocation, host);
  // Refuse before anything runs if the record could not be written later.
  const log = await openLog(host);
  let isOnRecord = true;
  const onProblem = (error: unknown): void => {
    isOnRecord = false;
    const why = error instanceof Error ? error.message : String(error);
    stderr.write(`atip: It ran, but could not be recorded: ${plainLine(why)}\n`);
  };
  const output = { stdout: '', stderr: '' };
  const ask = createConfirmation(cli, settings, () => previewOf(invocation, here));
  const here: Host = {
    ...host,
    ask,
    signal,
    // JSON is in memory until its end.
    reader: json ? 'model' : 'person',
    rules: keepRules(host.rules.policy(), { env, who: userName() }),
    record: { log, who: userName(), onProblem },
    // `--yes` answers for the call, not for the login that its tool gets.
    askLogin: cli.ask && !yes ? createLoginQuestion(cli, cli.ask) : undefined,
    onOutput(stream, text) {
      if (json) output[stream] += text;
      else cli[stream].write(text);
    },
  };
  try {
    const { raw } = (await runCall(invocation, here, check)).result;
    if (json) cli.stdout.write(`${toJson({ ...raw, ...output })}\n`);
    const code = raw.success && !isOnRecord ? EXIT.io : explainEnd(raw, name, check.sandbox === 'off', cli);
    if (!yes && !json) await offerHosts(raw, host, cli);
    return code;
  } catch (error) {
    const problem = check.sandbox && (await host.machine.sandboxProblem(check.sandbox, check.network));
    throw callFailure(error, { held: problem === undefined, canAnswer: ask !== undefined });
  } finally {
    await log.close();
  }
}

/** The record, with failures that name its file. */
async function openLog({ configuration, env }: CallHost): Promise<AuditLog> {
  const audit = auditOf(configuration, env);
  const fail = (error: unknown, prefix: string): never => {
    throw systemFailure(error, `${prefix}The audit log ${audit.file} cannot be written`);
  };
  const log = await createAuditLog(audit.file, audit).catch((error: unknown) => fail(error, NOTHING_RUN));
  const append: AuditLog['append'] = (event) =>
    log.append(event).catch((error: unknown) => fail(error, event.event === 'decision' ? NOTHING_RUN : ''));
  return { append, close: () => log.close() };
}

/** Without a message a person would take the failure for a success. */
function explainEnd(ended: ExecutionResult, name: string, isUnheld: boolean, { stderr }: CliHost): ExitCode {
  const { success, exitCode, timedOut, sandbox, notices = [], reason } = ended;
  if (sandbox?.applied !== true && !isUnheld) {
    stderr.write(`atip: It ran without a sandbox. ${plainLine(sandbox?.notes.join(' ') ?? '')}\n`);
  }
  for (const note of sandbox?.planted ? sandbox.notes : notices) stderr.write(`atip: ${plainLine(note)}\n`);
  if (sandbox?.temporary) {
    const { directory, names } = sandbox.temporary;
    stderr.write(`atip: Left in ${plainLine(directory)}: ${plainLine(names.join(', '))}\n`);
  }
  if (success) return EXIT.ok;
  const how = timedOut
    ? 'was ended: it ran out of time'
    : exitCode === null
      ? 'was ended by a signal'
      : `failed with exit code ${exitCode}`;
  stderr.write(`atip: ${plainLine(name)} ${how}.${reason === undefined ? '' : ` ${plainLine(reason)}`}\n`);
  return EXIT.toolFailed;
}

/** Hosts of one run that a person is asked about. */
const MAX_HOSTS = 3;

/** Asks whether programs may reach the hosts that the run was refused, if the person's own configuration would change that. */
async function offerHosts({ sandbox }: ExecutionResult, { configuration }: CallHost, host: CliHost) {
  const { files, origins, settings } = configuration;
  const place = files.find(({ path }) => origins.get('policy/network')?.startsWith(`${path}:`) === true);
  const { network } = settings.policy;
  if (!host.ask || typeof network !== 'object' || place === undefined || place.layer === 'project') return;
  try {
    for (const name of refusedHosts(sandbox?.connections).slice(0, MAX_HOSTS)) {
      const answer = await host.ask(`Type always to let programs reach ${plainLine(name)} from now on, or Enter: `);
      if (answer !== 'always') continue;
      await allowHost(host.env, name, network.allow);
      host.stderr.write(`atip: Written to network.allow in ${plainLine(personalFile(host.env))}.\n`);
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Ctrl+C and Ctrl+D end the question. The run is already over, so a failure here changes nothing.
    if (error.name !== 'AbortError') host.stderr.write(`atip: It was not written. ${plainLine(error.message)}\n`);
  }
}

/** Makes the function that asks a person before a call runs; undefined when no person is there. `yes` answers every question. */
function createConfirmation(
  { ask, stderr, signal, env }: CliHost,
  { yes, describe = describePlan }: TerminalRun,
  preview: () => Promise<readonly string[]>,
): Host['ask'] {
  if (yes) return async () => true;
  if (!ask) return undefined;
  return async (plan, { rules }) => {
    const [title = '', ...lines] = describe(plan);
    const { offers, why, keep } = rules.about(plan);
    const shown = await preview();
    const told = [createPaint(stderr, env)('bold', title), ...lines, ...shown, ...describeOffers({ offers, why })];
    stderr.write(`${fitText(told.join('\n'), tableWidth(stderr))}\n`);
    const read = async () => {
      const answer = readAnswer(await answered(ask(questionFor(offers)), signal), offers);
      // A terminal has no session that could end.
      return answer.scope === 'session' ? { approved: false, isUnclear: true } : answer;
    };
    let answer = await read();
    if (answer.isUnclear) {
      stderr.write('atip: Please give one of these answers.\n');
      answer = await read();
    }
    if (answer.rule) await keep(answer.rule, 'always');
    return answer.approved;
  };
}

/** Asks at the terminal for the login that a tool needs. */
function createLoginQuestion(
  { stderr, signal, env }: CliHost,
  ask: NonNullable<CliHost['ask']>,
): NonNullable<Host['askLogin']> {
  return async (question) => {
    stderr.write(`${plainLine(describeLogin(question))}\n`);
    const answer = await answered(
      ask('Type yes for this run, always for every run, or Enter to run it without: '),
      signal,
    );
    if (answer !== 'always') return isYes(answer) ? 'session' : 'no';
    stderr.write(`atip: Saved to "credentials" in ${plainLine(personalFile(env))}.\n`);
    return 'always';
  };
}

/** Ctrl+C and Ctrl+D end a question with an AbortError, and nothing is run. */
async function answered(answer: Promise<string>, signal: AbortSignal): Promise<string> {
  try {
    return await answer;
  } catch (cause) {
    const isLeft = cause instanceof Error && cause.name === 'AbortError';
    if (!signal.aborted && !isLeft) throw cause;
    throw new CliError(EXIT.refused, 'Nothing was run. No answer came.', { cause });
  }
}

const REFUSALS = [
  PolicyViolationError,
  InsufficientTrustError,
  InteractiveNotSupportedError,
  RequiresConfirmationError,
];

/**
 * Turns the error that stopped a call into one sentence with its exit code; returns any other error as it is.
 * @param settings `held`: false when the call requires a sandbox and none works here; `canAnswer`: a person could confirm
 * it
 */
export function callFailure(
  error: unknown,
  { held, canAnswer }: { readonly held: boolean; readonly canAnswer: boolean },
): unknown {
  const fail = (code: ExitCode, message: string): CliError => new CliError(code, message, { cause: error });
  if (REFUSALS.some((refusal) => error instanceof refusal) && error instanceof Error) {
    const isUnasked = error instanceof RequiresConfirmationError && !canAnswer;
    const hint = isUnasked ? ' There is no terminal to ask at; --yes answers in advance.' : '';
    return fail(EXIT.refused, `Nothing was run. ${error.message}${hint}`);
  }
  if (error instanceof ExecutionError)
    return fail(held ? EXIT.io : EXIT.refused, `Nothing was run. ${detailOf(error)}`);
  if (AtipError.isInstance(error)) return fail(EXIT.invalid, error.message);
  return systemFailure(error, 'The call cannot be made');
}
