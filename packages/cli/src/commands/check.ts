import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AtipParseError, PROVIDERS, type Provider, parseToolCall, type ToolCall } from '@atip/core';
import { Option } from 'commander';
import { delegationOption, POLICY_OPTION, readHost, warnOfConfiguration } from '../tools/call-settings.ts';
import { checkExit, describeCheck, type CheckReport, examineCall } from '../calls/examine-call.ts';
import { type CliHost, type DefineCommand, CliError, EXIT, orFail, type CliOptions } from '../cli-host.ts';
import { readSource } from '../documents/read-source.ts';
import { createPaint, tableWidth } from '../terminal/style.ts';
import { fitText, toJson } from '../terminal/text.ts';
import { readToolsWith } from '../tools/known-tools.ts';

export const defineCheck: DefineCommand = (command, { host, end }) => {
  command
    .argument(
      '[source]',
      "file with a provider's response, or with one call { id, name, arguments }, - for standard input; or a shell line, in quotes",
    )
    .option('--line <line>', 'check this shell line, even if a file has its name')
    .addOption(new Option('--provider <name>', 'provider of the response').choices(PROVIDERS).default('openai'))
    .option('--policy <file>', POLICY_OPTION)
    .addOption(delegationOption())
    .option('--json', 'write the findings as JSON')
    .action(async (source: string | undefined, options: CliOptions) => {
      const { provider, json, line } = options;
      if ((source === undefined) === (line === undefined))
        throw new CliError(EXIT.usage, "Usage: atip check FILE, or atip check 'LINE', or atip check --line 'LINE'.");
      if (source === undefined || isLine(source, host)) {
        const { gate } = await import('./gate.ts');
        return end(await gate(typeof line === 'string' ? line : source, options, host));
      }
      const checks = await examine(source, provider, options, host);
      if (json === true) host.stdout.write(`${toJson({ calls: checks })}\n`);
      else {
        const paint = createPaint(host.stdout, host.env);
        const lines = checks.flatMap((check) => describeCheck(check, paint));
        host.stdout.write(fitText(`${lines.join('\n')}\n`, tableWidth(host.stdout)));
      }
      const codes = checks.map((check) => checkExit(check));
      end([EXIT.invalid, EXIT.refused].find((code) => codes.includes(code)) ?? EXIT.ok);
    });
};

/** True for what is no file, and would be named otherwise if it were a missing one. */
function isLine(source: string, { cwd }: CliHost): boolean {
  const isNamed = source === '-' || (!/\s/.test(source) && /^[./]|\.json$/.test(source));
  return !isNamed && !existsSync(resolve(cwd, source));
}

async function examine(
  file: string,
  provider: Provider,
  options: CliOptions,
  cli: CliHost,
): Promise<readonly CheckReport[]> {
  const calls = await readCalls(file, provider, cli);
  const examineAll = async () => {
    const names = calls.map(({ name }) => name);
    const { found, skipped } = await readToolsWith(names, cli);
    const host = await readHost(options, cli, { found });
    warnOfConfiguration(host.configuration, cli);
    return Promise.all(calls.map((call) => examineCall(call, host, skipped)));
  };
  return orFail('The call cannot be checked', examineAll());
}

/** Reads a file's calls, at least one: a provider's response, or one `{ id, name, arguments }`. @throws CliError */
async function readCalls(file: string, provider: Provider, host: CliHost): Promise<readonly ToolCall[]> {
  const { name, text } = await readSource(file, host);
  const refuse = (problem: string, cause?: unknown) => new CliError(EXIT.invalid, `${name} ${problem}`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse('is not JSON.', error);
  }
  const bare = readBareCall(value);
  if (bare) return [bare];
  try {
    const calls = parseToolCall(provider, value);
    if (calls.length > 0) return calls;
  } catch (error) {
    if (!(error instanceof AtipParseError)) throw error;
    throw refuse(`is neither a call { id, name, arguments } nor a response. ${error.message}`, error);
  }
  throw refuse('is a response without a call.');
}

/** No response of a provider has a field `name` at its top. */
function readBareCall(value: unknown): ToolCall | undefined {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return;
  const id = 'id' in value && typeof value.id === 'string' ? value.id : value.name;
  const given: unknown = 'arguments' in value ? value.arguments : {};
  // `checkCall` refuses arguments that are not an object.
  return { id, name: value.name, arguments: given as ToolCall['arguments'] };
}
