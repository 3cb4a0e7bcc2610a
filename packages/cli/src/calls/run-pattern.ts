import { randomUUID } from 'node:crypto';
import type { AtipTool } from '@atip/core';
import { createSandbox } from '@atip/node';
import { closestNames, escapeUnseen, type NamedPattern, planPattern } from '@atip/core/internal';
import {
  describePattern,
  type PatternOutcome,
  type PatternQuestion,
  quoteWord,
  runPattern as runOnMachine,
  type StepOutcome,
} from '@atip/node/internal';
import { type CliHost, CliError, EXIT, type ExitCode } from '../cli-host.ts';
import { createPaint } from '../terminal/style.ts';
import { plainLine, toJson } from '../terminal/text.ts';
import { type CallOptions, type CallPlace, readCallPlace, warnOfConfiguration } from '../tools/call-settings.ts';
import { readTools } from '../tools/known-tools.ts';
import { readNamedPatterns } from '../tools/pattern-summary.ts';
import { answered, callFailure, explainEnd, openCalls } from './run-call.ts';

export interface PatternOptions extends CallOptions {
  readonly pattern: string;
  readonly from?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly context?: string;
}

/**
 * Runs a pattern: checks all its steps, asks once, and runs them in order; the first step that fails stops the rest.
 * @throws CliError, see `callFailure`
 */
export async function runPattern(words: readonly string[], options: PatternOptions, host: CliHost): Promise<ExitCode> {
  const { pattern: name, from = 1, yes = false, json = false } = options;
  const { pattern, owner } = await findPattern(name, host);
  const values = readValues(words);
  const id = `pattern-${randomUUID()}`;
  const read = async () => {
    const place = await readCallPlace(options, host);
    const found = await readFound(pattern, host);
    const { policy, writableRoots: writable } = place.calls;
    const settings = { policy, owner, from, id, directories: { cwd: place.cwd, writable } };
    const tools = found.map(({ tool }) => tool);
    return { place, found, plan: planPattern(pattern, values, tools, settings) };
  };
  const { place, found, plan } = await read();
  warnOfConfiguration(place.configuration, host);
  if (plan.problems.length > 0) throw refused(name, plan, host);
  const sandbox = await createSandbox({ env: host.env, hidden: place.calls.hidden });
  if (options.dryRun === true) return preview(plan, options, host);
  const opened = await openCalls({ found, place, sandbox, yes, json, context: options.context }, host);
  const ask = questionOf(yes, host);
  try {
    const outcome = await runOnMachine(plan, {
      ...opened.calls,
      ...(ask && { askAll: ask }),
      ...(!yes && { replan: async () => (await read()).plan }),
      onStep: ({ number, call }) => {
        if (!json) host.stderr.write(`${paintStep(host, number)} ${shown(call.argv)}\n`);
      },
    });
    if (json) host.stdout.write(`${toJson(report(outcome))}\n`);
    const code = explainOutcome(outcome, { words, name, place }, plan, host);
    return code === EXIT.ok && !opened.isOnRecord() ? EXIT.io : code;
  } catch (error) {
    throw callFailure(error, { held: sandbox.status.available, canAnswer: ask !== undefined });
  } finally {
    await opened.close();
  }
}

type Plan = ReturnType<typeof planPattern>;

/** @throws CliError `invalid` with the closest names */
async function findPattern(name: string, host: CliHost): Promise<NamedPattern> {
  const { patterns, skipped } = await readNamedPatterns(host);
  const found = patterns.get(name);
  if (found) return found;
  const near = closestNames(name, [...patterns.keys()]);
  const all = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : '`atip list` lists the patterns.';
  const left = skipped.length === 0 ? '' : ' `atip list --verbose` says what is left out, and why.';
  throw new CliError(EXIT.invalid, `No pattern is called ${JSON.stringify(name.slice(0, 80))}. ${all}${left}`);
}

/** The known tools; those of the steps with all their commands. */
async function readFound({ steps }: NamedPattern['pattern'], host: CliHost) {
  const programs = new Set(steps.map(({ command }) => command.trim().split(/\s+/)[0]));
  const wanted = ({ name }: AtipTool): readonly string[] | undefined => (programs.has(name) ? undefined : []);
  return (await readTools(host, { wanted, named: () => true })).found;
}

/** @throws CliError `usage` for a word that is not `key=value`; the message contains no value */
function readValues(words: readonly string[]): Record<string, string> {
  const pairs = words.map((word, at) => {
    const end = word.indexOf('=');
    if (end > 0) return [word.slice(0, end), word.slice(end + 1)] as const;
    throw new CliError(EXIT.usage, `Word ${at + 1} is not written as key=value.`);
  });
  const names = pairs.map(([key]) => key);
  const twice = names.find((key, at) => names.indexOf(key) < at);
  if (twice !== undefined) throw new CliError(EXIT.invalid, `${twice} is given twice and takes one value.`);
  return Object.fromEntries(pairs);
}

function refused(name: string, { problems, pattern: { variables = {} } }: Plan, { stderr }: CliHost): CliError {
  const wanted = Object.entries(variables);
  if (wanted.length > 0) {
    stderr.write(`The pattern ${plainLine(name)} takes:\n`);
    for (const [key, { type, description }] of wanted)
      stderr.write(`  ${escapeUnseen(key)}=${plainLine(type)}  ${plainLine(description)}\n`);
  }
  return new CliError(EXIT.invalid, `Nothing was run. ${problems.map(({ message }) => message).join(' ')}`);
}

function questionOf(yes: boolean, { ask, stderr, env, signal }: CliHost) {
  if (yes) return async () => true;
  if (!ask) return undefined;
  return async (question: PatternQuestion): Promise<boolean> => {
    const [title = '', ...lines] = describePattern(question);
    stderr.write(`${[createPaint(stderr, env)('bold', title), ...lines].join('\n')}\n`);
    return (await answered(ask('Type yes to run all of it: '), signal)) === 'yes';
  };
}

/** Does everything but run the processes and ask the question. */
function preview({ steps, decision }: Plan, { json, yes }: PatternOptions, host: CliHost): ExitCode {
  const shownSteps = steps.map(({ number, check, description, reasons }) => ({
    ...{ step: number, argv: check?.argv, decision: check?.decision, reasons },
    ...(description !== undefined && { description }),
  }));
  if (json === true) host.stdout.write(`${toJson({ decision, steps: shownSteps })}\n`);
  else for (const { argv } of shownSteps) host.stdout.write(`${toJson(argv, 0)}\n`);
  for (const { step, decision: one = '', argv = [], reasons } of shownSteps)
    host.stderr.write(
      `${[`${step}. ${one.padEnd(7)}  ${shown(argv)}`, ...reasons.map((text) => `     because   ${plainLine(text)}`)].join('\n')}\n`,
    );
  const isRefused = decision === 'deny' || (decision === 'confirm' && yes !== true && host.ask === undefined);
  return isRefused ? EXIT.refused : EXIT.ok;
}

/** Reports which steps ran, failed and did not run, and how to continue. Silent when all ran. */
function explainOutcome(
  { success, steps }: PatternOutcome,
  { words, name, place }: { readonly words: readonly string[]; readonly name: string; readonly place: CallPlace },
  plan: Plan,
  host: CliHost,
): ExitCode {
  const { stderr } = host;
  const ends = steps.map((step) => explainStep(step, plan, host));
  if (success) return ends.find((code) => code !== EXIT.ok) ?? EXIT.ok;
  stderr.write('atip: The pattern stopped.\n');
  for (const { number, state } of steps) {
    const argv = plan.steps.find((step) => step.number === number)?.check?.argv ?? [];
    stderr.write(`  ${number}. ${STATES[state].padEnd(11)} ${shown(argv)}\n`);
  }
  const stopped = steps.find(({ state }) => state !== 'ran')?.number ?? 1;
  const where = place.cwd === host.cwd ? [] : ['--cwd', place.cwd];
  const again = shown(['atip', 'run', ...where, '--from', String(stopped), '--pattern', name, ...words]);
  stderr.write(`To go on from step ${stopped}, after fixing the cause: ${again}\n`);
  return ends.find((code) => code !== EXIT.ok) ?? EXIT.toolFailed;
}

const STATES: Readonly<Record<StepOutcome['state'], string>> = {
  ran: 'ran',
  failed: 'failed',
  refused: 'was refused',
  'not-run': 'did not run',
};

function explainStep(step: StepOutcome, plan: Plan, host: CliHost): ExitCode {
  const check = plan.steps.find(({ number }) => number === step.number)?.check;
  const name = `Step ${step.number}`;
  if (step.state === 'not-run') return EXIT.ok;
  if (step.state !== 'refused') return explainEnd(step.result.raw, name, check?.sandbox === 'off', host);
  host.stderr.write(`atip: ${name} was refused: ${plainLine(step.error.message)}\n`);
  return EXIT.refused;
}

function report({ success, steps }: PatternOutcome) {
  return {
    success,
    steps: steps.map((step) => ({
      ...{ step: step.number, state: step.state },
      ...('result' in step && { result: step.result.raw }),
      ...('error' in step && { error: step.error.message }),
    })),
  };
}

function paintStep({ stderr, env }: CliHost, number: number): string {
  return createPaint(stderr, env)('dim', `[step ${number}]`);
}

/** Quotes words so that a person can type them again. */
function shown(argv: readonly string[]): string {
  return argv.map((word) => escapeUnseen(quoteWord(word))).join(' ');
}
