import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Decision } from '@atip/core';
import { escapeUnseen, ruleWords } from '@atip/core/internal';
import { createLineJudge, describeLine, type LineJudge, type LoadedConfiguration, originOf } from '@atip/node';
import { addRule, parseJson, quoteWord } from '@atip/node/internal';
import { Option } from 'commander';
import type { LineCheck } from '@atip/shell';
import {
  type CliHost,
  CliError,
  type DefineCommand,
  EXIT,
  type ExitCode,
  systemFailure,
  type CliOptions,
} from '../cli-host.ts';
import { readSource } from '../documents/read-source.ts';
import { AGENT_HOOKS } from '../gate/agents.ts';
import { explainLine, paintLine } from '../gate/explain-line.ts';
import { findLastingRules } from '../gate/lasting-rules.ts';
import { recordLine } from '../gate/record-line.ts';
import { answerHook } from '../gate/run-hook.ts';
import { confirm } from '../terminal/confirm.ts';
import { createPaint, tableWidth } from '../terminal/style.ts';
import { fitText, toJson } from '../terminal/text.ts';
import {
  delegationOption,
  directoryOf,
  POLICY_OPTION,
  readSettings,
  userName,
  warnOfConfiguration,
} from '../tools/call-settings.ts';

export const defineGate: DefineCommand = (command, { host, end }) => {
  command
    .argument('[line...]', 'a shell line, in quotes; - reads it from standard input')
    // A line without quotes has options of its own.
    .allowUnknownOption()
    .option('--explain', 'explain in words what each part of the line does')
    .option('--always', 'show the rules that let this line run unasked in this directory, and write them if you agree')
    .option('--yes', 'with --always: write them without asking')
    .option('--json', 'write the decision as JSON')
    .option('--jsonl', 'read JSON strings, one per line, and write a JSON object for each')
    .addOption(new Option('--hook <agent>', "answer one question of an agent's hook").choices(Object.keys(AGENT_HOOKS)))
    .option('--policy <file>', POLICY_OPTION)
    .addOption(delegationOption())
    .option('--cwd <dir>', 'directory in which the line would run (default: the current one)')
    .addHelpText('after', HELP)
    .action(async (words: readonly string[], options: CliOptions) => {
      end(await gate(lineOf(words), options, host));
    });
};

const HELP = `
For example:
  atip gate --explain 'cat names.txt | xargs rm'
  atip gate --always 'git push origin main'

Exit code 0 when the line would run unasked, else 3.

A hook asks you if it cannot read the agent's question, if the decision takes
longer than 8 s, if the configuration is refused, and about every line for
PowerShell. If the agent cannot ask, the hook blocks these lines. A hook cannot
make Codex ask: Codex's own policy decides about lines that need a question.`;

/** The line, if it is one word. @throws CliError for a line without quotes, and for an unknown option */
function lineOf(words: readonly string[]): string | undefined {
  const [line, ...rest] = words;
  if (line !== undefined && line !== '-' && line.startsWith('-'))
    throw new CliError(EXIT.usage, `There is no option ${escapeUnseen(line)} (--help lists them).`);
  if (rest.length === 0) return line;
  throw new CliError(
    EXIT.usage,
    `Put the line in quotes: atip gate ${escapeUnseen(quoteWord(words.map(quoteWord).join(' ')))}`,
  );
}

/** Judges a line, or the question of a hook. */
export async function gate(line: string | undefined, options: CliOptions, host: CliHost): Promise<ExitCode> {
  if (options.hook !== undefined) return answer(options.hook, options, host);
  if ((line === undefined) !== (options.jsonl === true))
    throw new CliError(
      EXIT.usage,
      "Usage: atip gate 'LINE', or atip gate --jsonl with JSON strings on standard input.",
    );
  const cwd = await directoryOf('--cwd', options.cwd, host);
  const configuration = await readSettings(options.policy, cwd, host, options.delegation);
  warnOfConfiguration(configuration, host);
  const judge = createLineJudge({ env: host.env, cwd, configuration });
  if (line === undefined) return judgeAll(judge, configuration, host);
  const text = line === '-' ? (await readSource('-', host)).text.replace(/\n$/, '') : line;
  const check = await judge(text);
  if (options.always === true) return keepRules(text, check, { configuration, cwd, yes: options.yes === true }, host);
  await recordLine({ line: text, check, configuration, cwd }, host.env);
  const [paint, columns] = [createPaint(host.stdout, host.env), tableWidth(host.stdout)];
  if (options.json === true) host.stdout.write(`${toJson(describeLine(check, configuration))}\n`);
  else if (options.explain === true) {
    const origins = check.parts.map(({ rule }) => (rule === undefined ? undefined : originOf(configuration, rule)));
    host.stdout.write(fitText(explainLine(text, check, origins, paint), columns));
  } else {
    const reasons = check.reasons.map((reason) => `  ${escapeUnseen(reason)}\n`).join('');
    const decided = `${paintDecision(check.decision, paint)}  ${paintLine(text, check, paint)}\n${reasons}`;
    host.stdout.write(fitText(decided, columns));
  }
  return check.decision === 'allow' ? EXIT.ok : EXIT.refused;
}

function paintDecision(decision: Decision, paint: ReturnType<typeof createPaint>): string {
  return paint(({ allow: 'green', confirm: 'yellow', deny: 'red' } as const)[decision], decision);
}

/** The question of a hook together with other options; `main.ts` answers the usual form without commander. */
async function answer(agent: string, { policy, delegation }: CliOptions, host: CliHost): Promise<ExitCode> {
  const { env, cwd, stdin, stdout, stderr } = host;
  const configure = (at: string) => readSettings(policy, at, host, delegation);
  const { stdout: text, stderr: reason = '', exitCode } = await answerHook(agent, { env, cwd, stdin, configure });
  stderr.write(reason);
  stdout.write(text);
  return exitCode === 0 ? EXIT.ok : EXIT.usage;
}

/** One answer for each line of the input, in order; the answer to a line that is not a JSON string is "confirm". */
async function judgeAll(judge: LineJudge, configuration: LoadedConfiguration, host: CliHost): Promise<ExitCode> {
  let isAllowed = true;
  for await (const row of createInterface({ input: Readable.from(host.stdin), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (row.trim() === '') continue;
    // Anything but text is not a shell line; the reader reports it.
    const check = await judge(parseJson(row) as string);
    isAllowed &&= check.decision === 'allow';
    host.stdout.write(`${toJson(describeLine(check, configuration), 0)}\n`);
  }
  return isAllowed ? EXIT.ok : EXIT.refused;
}

interface Keeping {
  readonly configuration: LoadedConfiguration;
  readonly cwd: string;
  readonly yes: boolean;
}

/** Shows the exact rules that let a line run without a question, and writes them once a person agrees. */
async function keepRules(line: string, check: LineCheck, keeping: Keeping, host: CliHost): Promise<ExitCode> {
  const { yes, ...place } = keeping;
  if (check.decision === 'allow') {
    host.stdout.write('This line runs without a question already.\n');
    return EXIT.ok;
  }
  const { rules, why } = await findLastingRules(line, check, { ...place, env: host.env });
  if (rules.length === 0) {
    const rest = why.map((reason) => `  ${escapeUnseen(reason)}\n`).join('');
    const said = `atip: no rule can allow this line without a question:\n${rest}`;
    host.stderr.write(fitText(said, tableWidth(host.stderr)));
    return EXIT.refused;
  }
  for (const rule of rules)
    host.stdout.write(fitText(`allow  ${escapeUnseen(ruleWords(rule))}\n`, tableWidth(host.stdout)));
  const unasked = 'There is no terminal to ask at; --yes writes the rules at once.';
  if (!yes) await confirm(host, 'Write these rules to your configuration? [y/N] ', 'Nothing was written.', unasked);
  const note = `${userName()}, ${new Date().toISOString()}, by atip gate --always`;
  for (const rule of rules.toReversed()) {
    await addRule(host.env, { ...rule, note }).catch((error: unknown) => {
      throw systemFailure(error, 'The configuration cannot be written');
    });
  }
  host.stdout.write('Written. `atip rules` lists them, `atip rules remove N` removes one.\n');
  return EXIT.ok;
}
