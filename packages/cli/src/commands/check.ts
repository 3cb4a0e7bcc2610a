import { PROVIDERS, type Provider } from '@atip/core';
import { createSandbox, createToolMachine, listTools } from '@atip/node';
import { Option } from 'commander';
import type { AddCommand } from '../add-command.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';
import { checkExit } from '../machine/check-exit.ts';
import { describeCheck } from '../machine/describe-check.ts';
import { type CallCheck, examineCall } from '../machine/examine-call.ts';
import { readCalls } from '../machine/read-calls.ts';
import { readPolicy } from '../machine/read-policy.ts';
import { systemFailure } from '../machine/system-failure.ts';
import { createPaint } from '../terminal/create-paint.ts';
import { toJson } from '../terminal/to-json.ts';

interface CheckOptions {
  readonly provider: Provider;
  readonly policy?: string;
  readonly json?: boolean;
}

/** `atip check CALL.json|-` */
export const addCheck: AddCommand = (program, { host, end }) => {
  program
    .command('check')
    .description("say what a model's call would run and whether the policy lets it; nothing is run")
    .argument('<file>', "a provider's response, or one call { id, name, arguments }; - reads standard input")
    .addOption(new Option('--provider <name>', 'whose response it is').choices(PROVIDERS).default('openai'))
    .option('--policy <file>', 'a preset (open, standard, read-only, no-network, ci) or a JSON file')
    .option('--json', 'write the findings as JSON')
    .action(async (file: string, { provider, policy, json }: CheckOptions) => {
      const checks = await examine(file, provider, policy, host);
      if (json === true) host.stdout.write(`${toJson({ calls: checks })}\n`);
      else {
        const paint = createPaint(host.stdout, host.env);
        const lines = checks.flatMap((check) => describeCheck(check, paint));
        host.stdout.write(`${lines.join('\n')}\n`);
      }
      const codes = checks.map((check) => checkExit(check));
      end([EXIT.invalid, EXIT.refused].find((code) => codes.includes(code)) ?? EXIT.ok);
    });
};

async function examine(
  file: string,
  provider: Provider,
  policyName: string | undefined,
  host: CliHost,
): Promise<readonly CallCheck[]> {
  const { env } = host;
  const policy = await readPolicy(policyName, host);
  const calls = await readCalls(file, provider, host);
  try {
    const [{ found, skipped }, sandbox] = await Promise.all([listTools(env), createSandbox({ env })]);
    const machine = createToolMachine({ env, sandbox: async () => sandbox });
    return await Promise.all(calls.map((call) => examineCall(call, { found, skipped, policy, sandbox, machine })));
  } catch (error) {
    throw systemFailure(error, 'The call cannot be checked');
  }
}
