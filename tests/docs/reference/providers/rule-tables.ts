import { checkProviderTools, type Issue } from '@atip/core';
import { code, prose, table } from '../markdown.ts';
import { ANTHROPIC_RULES, ANTHROPIC_STRICT_RULES } from './anthropic-rules.ts';
import { GEMINI_RULES } from './gemini-rules.ts';
import { OPENAI_RULES } from './openai-rules.ts';
import { OPENAI_STRICT_RULES } from './openai-strict-rules.ts';
import { BEDROCK_RULES, COMMON_RULES, MCP_RULES } from './other-rules.ts';
import type { ProviderRule } from './rule.ts';
import { SOURCES } from './sources.ts';

/** The rules as the page has them: the name of each part, and what is in it. */
export const RULE_GROUPS: Readonly<Record<string, readonly ProviderRule[]>> = {
  'rules: OpenAI': OPENAI_RULES,
  'rules: OpenAI, strict': OPENAI_STRICT_RULES,
  'rules: Anthropic': ANTHROPIC_RULES,
  'rules: Anthropic, strict': ANTHROPIC_STRICT_RULES,
  'rules: Gemini': GEMINI_RULES,
  'rules: MCP': MCP_RULES,
  'rules: Bedrock': BEDROCK_RULES,
  'rules: all': COMMON_RULES,
};

/**
 * What the check says of a rule's own list of tools.
 *
 * @throws Error when it says nothing: the rule is not kept, whatever the page says
 */
export function proveRule({ code: name, provider, tools, settings = {} }: ProviderRule): Issue {
  const issue = checkProviderTools(provider, tools, settings).find((one) => one.code === name);
  if (!issue) throw new Error(`Nothing breaks ${name} of ${provider}.`);
  return issue;
}

/** One table for each group, whose words and severities are what the check answers. */
export function ruleTables(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(RULE_GROUPS).map(([name, rules]) => [
      name,
      table(['rule', 'what the check says', 'severity', 'source'], rules.map(ruleRow)),
    ]),
  );
}

function ruleRow(rule: ProviderRule): string[] {
  const { message, path, severity } = proveRule(rule);
  const source = SOURCES[rule.source];
  if (!source) throw new Error(`There is no source ${rule.source}.`);
  const older = rule.settings?.limits === 'legacy' ? ' (`limits: "legacy"`)' : '';
  // A path of a hundred steps says no more than that it is far in.
  const place = path.length > 80 ? '' : path.replace(/^\/\d+/, '');
  const says = `${place === '' ? '' : `${code(place)}: `}${prose(message)}${older}`;
  return [code(rule.code), says, severity, `[${rule.source}](#sources)${seenLink(rule.seen)}`];
}

function seenLink(seen: string | undefined): string {
  if (seen === undefined) return '';
  const [repository, number] = seen.split('#');
  return `, [${prose(seen)}](https://github.com/${repository}/issues/${number})`;
}

/** The sources with the day on which we looked. */
export function sourceTable(): string {
  const rows = Object.entries(SOURCES).map(([key, { title, url, date }]) => [
    code(key),
    `[${prose(title)}](${url})`,
    date,
  ]);
  return table(['source', 'what', 'looked up'], rows);
}
