import type { PolicyRule } from '@atip/core';
import { DECISIONS, escapeUnseen, policyProblems, ruleWords } from '@atip/core/internal';
import { loadConfiguration, originOf } from '@atip/node';
import { addRule, idleHere, personalFile, removeRule } from '@atip/node/internal';
import { readSettings, userName, warnOfConfiguration } from '../tools/call-settings.ts';
import {
  type CliHost,
  CliError,
  type DefineCommand,
  EXIT,
  type ExitCode,
  systemFailure,
  type CliOptions,
} from '../cli-host.ts';
import { confirm } from '../terminal/confirm.ts';
import { tableWidth } from '../terminal/style.ts';
import { fitText, toJson } from '../terminal/text.ts';
import { idleAmong, readTools } from '../tools/known-tools.ts';

/** `atip rules [list|remove N|allow WORDS|confirm WORDS|deny WORDS]` */
export const defineRules: DefineCommand = (command, { host, end }) => {
  command
    .argument('[action]', 'list, remove, or add a rule: allow, confirm, deny', 'list')
    .argument('[what]', 'the number of the rule to remove, or the command of a new rule, such as "gh pr *"')
    .option('--json', 'write the list as JSON')
    .option('--yes', 'write or remove the rule without asking')
    .addHelpText('after', HELP)
    .action(async (action: string, what: string | undefined, { json, yes }: CliOptions) => {
      const decision = DECISIONS.find((one) => one === action);
      if (action === 'list' && what === undefined) end(await list(json === true, host));
      else if (action === 'remove' && what !== undefined) end(await remove(what, yes === true, host));
      else if (decision !== undefined && what !== undefined)
        end(await add({ run: what, decision }, yes === true, host));
      else
        throw new CliError(
          EXIT.usage,
          `Usage: atip rules list, atip rules remove NUMBER, or atip rules allow "gh pr *".`,
        );
    });
};

const HELP = `
For example:
  atip rules allow "gh pr *"
  atip rules remove 2

It changes only your own file, not the rules of the system and of projects. It
refuses a rule that can match no known command.`;

async function list(json: boolean, host: CliHost): Promise<ExitCode> {
  const configuration = await readSettings(undefined, host.cwd, host);
  warnOfConfiguration(configuration, host);
  const rules = configuration.settings.policy.rules ?? [];
  const idle = new Map((await idleAmong(rules, host)).map(({ index, message }) => [index, message]));
  const rows = rules.map((rule, at) => ({
    number: at + 1,
    ...{ ...rule, words: ruleWords(rule), origin: originOf(configuration, `rules/${at}`) },
    ...(idle.has(at) && { warning: idle.get(at) }),
  }));
  if (json) host.stdout.write(`${toJson({ rules: rows })}\n`);
  else if (rows.length === 0)
    host.stdout.write('There are no rules. Answer "always" to a question, or: atip rules allow "gh pr *"\n');
  else
    for (const { number, decision, words, origin, note, warning } of rows) {
      const more = [note, warning].flatMap((text) => (text === undefined ? [] : [`\n     ${escapeUnseen(text)}`]));
      const row = `${String(number).padStart(3)}  ${decision.padEnd(7)}  ${escapeUnseen(words)}`;
      host.stdout.write(fitText(`${row}\n     ${escapeUnseen(origin)}${more.join('')}\n`, tableWidth(host.stdout)));
    }
  return EXIT.ok;
}

/** Puts a rule about a whole command before the person's others. Only a person may agree to it, because it overrides the trust table. */
async function add(rule: PolicyRule, yes: boolean, host: CliHost): Promise<ExitCode> {
  const [, command, option] = /^(\S.*?)\s+-{1,2}(\w[\w-]*)/.exec(rule.run) ?? [];
  // It would fit no command, and so deny nothing.
  if (command !== undefined)
    throw new CliError(
      EXIT.usage,
      `Such a rule is about a whole command. For an option, add this to "rules" of your policy (atip config names its file): ${JSON.stringify({ run: command, given: [option], decision: rule.decision })}`,
    );
  const [problem] = policyProblems({ rules: [rule] });
  if (problem) throw new CliError(EXIT.usage, problem.message.replace(/^Rule 1 /, `${JSON.stringify(rule.run)} `));
  const words = `${rule.decision} ${escapeUnseen(ruleWords(rule))}`;
  const tools = (await readTools(host, {})).found.map(({ tool }) => tool);
  const [idle] = await idleHere([rule], tools, host.env);
  if (idle) {
    const message = idle.message.replace(/^Rule 1, ("(?:[^"\\]|\\.)*"), /, '$1 ');
    throw new CliError(EXIT.invalid, `Nothing was written. ${escapeUnseen(message)}`);
  }
  const unasked = 'There is no terminal to ask at; --yes writes the rule at once.';
  const question = `Write the rule "${words}" to your configuration? [y/N] `;
  if (!yes) await confirm(host, question, 'Nothing was written.', unasked);
  await addRule(host.env, { ...rule, note: `${userName()}, ${new Date().toISOString()}, by atip rules` }).catch(
    (error: unknown) => {
      throw systemFailure(error, 'The configuration cannot be written');
    },
  );
  host.stdout.write(`Written: ${words}\n`);
  return EXIT.ok;
}

/** Removes only rules of the person's own file; others belong to their authors. */
async function remove(number: string, yes: boolean, host: CliHost): Promise<ExitCode> {
  const loaded = await loadConfiguration({ env: host.env, cwd: host.cwd });
  const all = loaded.settings.policy.rules ?? [];
  const rule = all[Number(number) - 1];
  if (!rule) throw new CliError(EXIT.invalid, `There is no rule ${number}; \`atip rules\` lists them.`);
  const origin = originOf(loaded, `rules/${Number(number) - 1}`);
  const own = personalFile(host.env);
  if (!origin.startsWith(`${own}:`))
    throw new CliError(EXIT.refused, `Rule ${number} is in ${origin}, which you cannot change here.`);
  const words = `${rule.decision} ${escapeUnseen(ruleWords(rule))}`;
  const unasked = 'There is no terminal to ask at; --yes removes the rule at once.';
  const question = `Remove the rule "${words}" from your configuration? [y/N] `;
  if (!yes) await confirm(host, question, 'Nothing was removed.', unasked);
  const before = all.slice(0, Number(number) - 1);
  const index = before.filter((_one, at) => originOf(loaded, `rules/${at}`).startsWith(`${own}:`)).length;
  await removeRule(host.env, index).catch((error: unknown) => {
    throw systemFailure(error, 'The configuration cannot be written');
  });
  host.stdout.write(`Removed: ${words}\n`);
  return EXIT.ok;
}
