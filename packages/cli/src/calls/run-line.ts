import { randomUUID } from 'node:crypto';
import { checkInvocation, describePlan, type LineCallCheck, type Plan } from '@atip/node/internal';
import { type CliHost, EXIT, type ExitCode, type CliOptions } from '../cli-host.ts';
import { readBytes } from '../documents/read-source.ts';
import { paintLine } from '../gate/explain-line.ts';
import { createPaint, tableWidth } from '../terminal/style.ts';
import { fitText, plainLine, toJson } from '../terminal/text.ts';
import { type CallHost, readHost, warnOfConfiguration } from '../tools/call-settings.ts';
import { MAX_INPUT } from './read-input.ts';
import { runHere } from './run-call.ts';

/**
 * Runs a shell line under the policy: its commands are judged, asked about together, and run in one sandbox that fits all of them.
 * @throws CliError, see `callFailure`
 */
export async function runLine(line: string, options: Partial<CliOptions>, cli: CliHost): Promise<ExitCode> {
  const { yes = false, json = false } = options;
  const host = await readHost(options, cli, { tmp: null });
  warnOfConfiguration(host.configuration, cli);
  const call = { id: `line-${randomUUID()}`, name: 'The line', arguments: {} };
  if (options.dryRun === true) return preview(line, await checkInvocation({ call, line }, host), options, cli);
  const input = options.stdin === true ? await readBytes('-', 'Standard input', MAX_INPUT, cli) : undefined;
  // The question has the line above its argv; each part has the colour of its decision.
  const describe = (plan: Plan): readonly string[] => {
    const [title = '', ...lines] = describePlan(plan);
    const painted = plan.line ? paintLine(line, plan.line, createPaint(cli.stderr, cli.env)) : line;
    return [title, `  ${painted}`, ...lines];
  };
  const reread = (): Promise<CallHost> => readHost(options, cli);
  return runHere({ call, line, input }, { ...host, reread }, { name: 'The line', yes, json, describe }, cli);
}

function preview(
  line: string,
  { argv, decision, reasons, line: judged }: LineCallCheck,
  { yes, json }: Partial<CliOptions>,
  { stdout, stderr, env, ask }: CliHost,
): ExitCode {
  const paint = createPaint(stderr, env);
  stdout.write(`${toJson(argv, json === true ? 2 : 0)}\n`);
  const because = reasons.map((reason) => `  because    ${plainLine(reason)}`);
  const told = [judged ? paintLine(line, judged, paint) : line, ...because].join('\n');
  stderr.write(`${fitText(told, tableWidth(stderr))}\n`);
  const isRefused = decision === 'deny' || (decision === 'confirm' && yes !== true && ask === undefined);
  return isRefused ? EXIT.refused : EXIT.ok;
}
