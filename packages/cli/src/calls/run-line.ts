import { randomUUID } from 'node:crypto';
import { createSandbox } from '@atip/node';
import {
  type CallQuestion,
  checkLineCall,
  describeConfirmation,
  type LineCall,
  type LineCallSettings,
} from '@atip/node/internal';
import { type CliHost, EXIT, type ExitCode } from '../cli-host.ts';
import { readBytes } from '../documents/read-source.ts';
import { paintLine } from '../gate/explain-line.ts';
import { createPaint } from '../terminal/style.ts';
import { plainLine, toJson } from '../terminal/text.ts';
import { type CallOptions, type CallPlace, readCallPlace, warnOfConfiguration } from '../tools/call-settings.ts';
import { MAX_INPUT } from './read-input.ts';
import { runMade } from './run-call.ts';

interface LineOptions extends CallOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly stdin?: boolean;
}

/**
 * Runs a shell line under the policy: its commands are judged, asked about together, and run in one sandbox that fits all of them.
 * @throws CliError, see `callFailure`
 */
export async function runLine(line: string, options: LineOptions, host: CliHost): Promise<ExitCode> {
  const place = await readCallPlace(options, host);
  warnOfConfiguration(place.configuration, host);
  const id = `line-${randomUUID()}`;
  const check = await judgeAt(line, { id }, place, host);
  if (options.dryRun === true) return preview(line, check, options, host);
  const recheck = async (): Promise<LineCall> =>
    judgeAt(line, { id, runs: true }, await readCallPlace(options, host), host);
  const input = options.stdin === true ? await readBytes('-', 'Standard input', MAX_INPUT, host) : undefined;
  const made = {
    name: 'The line',
    check,
    describe: (question: CallQuestion) => describeLine(line, check, question, host),
    recheck,
    ...(input && { input }),
  };
  const sandbox = await createSandbox({ env: host.env, hidden: place.calls.hidden });
  const { yes = false, json = false } = options;
  return runMade(made, { found: [], place, sandbox, yes, json }, host);
}

function judgeAt(
  line: string,
  made: Pick<LineCallSettings, 'id' | 'runs'>,
  { calls, cwd }: CallPlace,
  { env }: CliHost,
): Promise<LineCall> {
  const { policy, writableRoots: writable } = calls;
  return checkLineCall(line, { env, cwd, ...made, policies: [policy], writable });
}

/** The question, with the line above its argv; each part has the colour of its decision. */
function describeLine(
  line: string,
  { line: judged }: LineCall,
  question: CallQuestion,
  { stderr, env }: CliHost,
): readonly string[] {
  const [title = '', ...lines] = describeConfirmation(question);
  return [title, `  ${paintLine(line, judged, createPaint(stderr, env))}`, ...lines];
}

function preview(
  line: string,
  { argv, decision, reasons, line: judged }: LineCall,
  { yes, json }: LineOptions,
  { stdout, stderr, env, ask }: CliHost,
): ExitCode {
  const paint = createPaint(stderr, env);
  stdout.write(`${toJson(argv, json === true ? 2 : 0)}\n`);
  stderr.write(
    `${[paintLine(line, judged, paint), ...reasons.map((reason) => `  because    ${plainLine(reason)}`)].join('\n')}\n`,
  );
  const isRefused = decision === 'deny' || (decision === 'confirm' && yes !== true && ask === undefined);
  return isRefused ? EXIT.refused : EXIT.ok;
}
