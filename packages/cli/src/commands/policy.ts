import { resolve } from 'node:path';
import type { AtipTool, ExecutionPolicy } from '@atip/core';
import {
  asRecordedDecision,
  type DecisionReplay,
  escapeUnseen,
  type RecordedDecision,
  type RecordedOutcome,
  replayDecisions,
  type RuleSuggestions,
  ruleWords,
  suggestRules,
} from '@atip/core/internal';
import { listTools } from '@atip/node';
import { AuditLogError, quoteElement, readAuditLog, settingsFor } from '@atip/node/internal';
import { readSettings } from '../tools/call-settings.ts';
import { type CliHost, type DefineCommand, CliError, EXIT, orFail, systemFailure } from '../cli-host.ts';
import { tableWidth } from '../terminal/style.ts';
import { countOf, formatTable, toJson } from '../terminal/text.ts';

interface ReplayOptions {
  readonly policy: string;
  readonly audit?: string;
  readonly json?: boolean;
}

export const defineReplay: DefineCommand = (command, { host }) => {
  command
    .description('decide every recorded call again, and show what another policy would do; runs nothing')
    .requiredOption('--policy <file>', 'a preset (open, standard, read-only, no-network, ci) or a JSON file')
    .option('--audit <file>', 'the record; without it, that of `atip run`')
    .option('--json', 'write the findings as JSON')
    .action(async ({ policy, audit, json }: ReplayOptions) => {
      const record = await readRecord(audit, policy, host);
      const replay = replayDecisions(record.decisions, record.tools, record.policy);
      if (json === true) host.stdout.write(`${toJson(replay)}\n`);
      else for (const line of describeReplay(replay, policy, host)) host.stdout.write(`${line}\n`);
    });
};

export const definePolicy: DefineCommand = (policy, { host }) => {
  policy
    .command('suggest')
    .description('propose the fewest rules that spare questions you always answered yes; changes nothing')
    .option('--policy <file>', 'what asks now: a preset or a JSON file (default: standard)')
    .option('--audit <file>', 'the record; without it, that of `atip run`')
    .option('--json', 'write each rule with all details as JSON')
    .action(async (options: Partial<ReplayOptions>) => {
      const record = await readRecord(options.audit, options.policy, host);
      const found = suggestRules(record.decisions, record.tools, record.policy);
      if (options.json === true) host.stdout.write(`${toJson(found)}\n`);
      else {
        host.stdout.write(`${toJson({ rules: found.rules.map(({ rule }) => rule) })}\n`);
        for (const line of describeSuggestions(found)) host.stderr.write(`${line}\n`);
      }
    });
};

interface KnownRecord {
  readonly decisions: readonly RecordedDecision[];
  readonly tools: readonly AtipTool[];
  readonly policy: ExecutionPolicy;
}

/** The recorded decisions, with the documents of their programs. @throws CliError */
async function readRecord(
  audit: string | undefined,
  policyName: string | undefined,
  host: CliHost,
): Promise<KnownRecord> {
  const { calls, audit: own } = settingsFor(await readSettings(policyName, host.cwd, host), host);
  const { policy } = calls;
  const file = audit === undefined ? own.file : resolve(host.cwd, audit);
  const decisions: RecordedDecision[] = [];
  let isThere = false;
  try {
    for await (const entry of readAuditLog(file)) {
      isThere = true;
      const decision = asRecordedDecision(entry);
      if (decision) decisions.push(decision);
    }
  } catch (error) {
    if (error instanceof AuditLogError) throw new CliError(EXIT.invalid, error.message, { cause: error });
    throw systemFailure(error, `The audit log ${file} cannot be read`);
  }
  if (!isThere) throw new CliError(EXIT.missing, `There is no record at ${file}.`);
  const names = new Set(decisions.map(({ tool }) => tool.name));
  const listing = listTools(host.env, { only: (name) => names.has(name), load: {} });
  const { found } = await orFail('The tools cannot be listed', listing);
  return { decisions, policy, tools: found.map(({ tool }) => tool) };
}

const WAS: Readonly<Record<RecordedOutcome, string>> = {
  allowed: 'allowed',
  yes: 'asked, yes',
  no: 'asked, no',
  unanswered: 'asked, no answer',
  refused: 'refused',
};
const NOW = { allow: 'allow', confirm: 'ask', deny: 'refuse' } as const;

function describeReplay(replay: DecisionReplay, policy: string, { stdout }: CliHost): string[] {
  const { decisions, unread, differing, rows, unreadRows } = replay;
  const outcomes = Object.keys(WAS).flatMap((was) => {
    const own = rows.filter((row) => row.was === was);
    const counts = (['allow', 'confirm', 'deny'] as const).map((now) =>
      own.reduce((sum, row) => sum + (row.now === now ? row.count : 0), 0),
    );
    return own.length > 0 ? [[WAS[was as RecordedOutcome], ...counts.map(String)]] : [];
  });
  const differ = rows
    .filter((row) => row.differs)
    .map((row) => [
      `${row.count}×`,
      `${WAS[row.was]} → ${NOW[row.now]}`,
      escapeUnseen(row.nowBy === undefined ? '' : row.ruled === undefined ? row.nowBy : `${row.nowBy}: ${row.ruled}`),
      escapeUnseen(row.reasons.join(' ')),
      quoted(row.argv),
    ]);
  const passed = unreadRows.map((row) => [`${row.count}×`, WAS[row.was], escapeUnseen(row.why), quoted(row.argv)]);
  const width = tableWidth(stdout);
  const table = (heading: string, [...lines]: readonly (readonly string[])[]): string[] =>
    lines.length === 0 ? [] : ['', heading, ...formatTable(lines, width)];
  return [
    `${countOf(decisions, 'decision')} on record, ${decisions - unread} decided again under ${escapeUnseen(policy)}: ${differing} differ.`,
    '',
    ...formatTable([['on record', ...Object.values(NOW)], ...outcomes], width),
    ...table('Different decisions:', differ),
    ...table('Skipped:', passed),
  ];
}

function quoted(argv: readonly string[]): string {
  return argv.map(quoteElement).join(' ');
}

const SHAPES = {
  exact: 'these arguments',
  open: 'one argument may vary',
  command: 'all arguments that add no harm',
} as const;

function describeSuggestions({ rules, questions, left }: RuleSuggestions): string[] {
  const lines = rules.flatMap((one) => [
    `${ruleWords({ ...one.rule, without: [] })}: ${SHAPES[one.shape]}, ${countOf(one.questions, 'question')}, such as`,
    ...one.examples.map((argv) => `    ${quoted(argv)}`),
  ]);
  const rest = left === 0 ? '' : ` ${left} of them would still be asked.`;
  return [...lines.map((line) => escapeUnseen(line)), `${countOf(questions, 'question')} always answered yes.${rest}`];
}
