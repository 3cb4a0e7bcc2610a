import { checkProviderTools, type Loss, type Provider } from '@atip/core';
import { countOf } from '../../state/health.ts';
import type { TokenReport } from './count-tokens.ts';
import { type Limit, providerLimits } from './provider-limits.ts';
import { fieldsOf, listOf, toolParts } from './tool-parts.ts';
import { shortCount } from './token-words.ts';

/** `ok`: within 80 % of the limit, or there is none. `near`: within it. `doubtful`: some back ends refuse it. `over`: refused. */
export type HealthState = 'ok' | 'near' | 'doubtful' | 'over';

export interface HealthItem {
  /** Stable. */
  readonly id: 'tools' | 'name' | 'description' | 'properties' | 'levels' | 'enum' | 'issues' | 'losses' | 'tokens';
  readonly value: number;
  /** The one that `state` rests on. Absent: none is known. */
  readonly limit?: number;
  readonly state: HealthState;
  /** For the health line, without its separator: `"longest name 41 of 64"`. */
  readonly words: string;
  /** Index of the tool that has the value; absent where it is no single one's. */
  readonly tool?: number;
}

export interface HealthFacts {
  readonly strict: boolean;
  readonly losses: readonly Loss[];
  /** Absent while they are counted. */
  readonly tokens?: TokenReport;
}

/**
 * A list of compiled tools held against what its provider takes, for the health line, in its order.
 *
 * Shape: `"167 tools"`, `"39 over the limit of 128"` (in one item), `"longest name 41 of 64"`, `"12 losses"`, `"~31k tokens"`.
 * What strict mode limits is named only in strict mode, and only from 80 % of a limit on.
 */
export function healthOf(provider: Provider, tools: readonly unknown[], facts: HealthFacts): readonly HealthItem[] {
  const limits = providerLimits(provider, facts.strict);
  const sizes = tools.map(sizesOf);
  const item = (id: HealthItem['id'], what: string, limit: Limit, value: (size: Sizes) => number): HealthItem =>
    largestItem(id, what, limit, sizes.map(value));
  const strict = [
    item('properties', 'most properties', limits.properties, ({ properties }) => properties),
    item('levels', 'deepest schema', limits.levels, ({ levels }) => levels),
    item('enum', 'most enum values', limits.enumValues, ({ enumValues }) => enumValues),
  ];
  const count = toolsItem(tools.length, limits.tools);
  return [
    count,
    ...(tools.length === 0
      ? []
      : [
          item('name', 'longest name', limits.name, ({ name }) => name),
          item('description', 'longest description', limits.description, ({ description }) => description),
          ...strict.filter(({ state }) => state !== 'ok'),
        ]),
    ...issuesItem(provider, tools, count.state === 'over'),
    lossesItem(facts.losses),
    ...tokensItem(facts.tokens),
  ];
}

interface Sizes {
  /** UTF-16 units. */
  readonly name: number;
  readonly description: number;
  readonly properties: number;
  readonly levels: number;
  readonly enumValues: number;
}

function sizesOf(tool: unknown): Sizes {
  const { name, description, schema } = toolParts(tool);
  return { name: name.length, description: description.length, ...schemaSizes(schema) };
}

/** As core counts them: every object and array is a level. */
function schemaSizes(schema: unknown): Pick<Sizes, 'properties' | 'levels' | 'enumValues'> {
  const fields = fieldsOf(schema);
  const members = Object.values(fieldsOf(fields['properties']));
  const below = [...members, ...listOf(fields['anyOf']), ...(fields['items'] === undefined ? [] : [fields['items']])];
  const sizes = below.map(schemaSizes);
  const isLevel = fields['properties'] !== undefined || fields['items'] !== undefined;
  return {
    properties: sizes.reduce((sum, { properties }) => sum + properties, members.length),
    levels: sizes.reduce((most, { levels }) => Math.max(most, levels), 0) + (isLevel ? 1 : 0),
    enumValues: sizes.reduce((sum, { enumValues }) => sum + enumValues, listOf(fields['enum']).length),
  };
}

function largestItem(id: HealthItem['id'], what: string, limit: Limit, values: readonly number[]): HealthItem {
  const value = values.reduce((most, one) => Math.max(most, one), 0);
  const { state, shown } = stateOf(value, limit);
  const words = `${what} ${grouped(value)}${shown === undefined ? '' : ` of ${grouped(shown)}`}`;
  return { id, value, ...(shown !== undefined && { limit: shown }), state, words, tool: values.indexOf(value) };
}

function stateOf(value: number, { most, safe }: Limit): { readonly state: HealthState; readonly shown?: number } {
  const [first, last] = [safe ?? most, most ?? safe];
  if (first === undefined || last === undefined) return { state: 'ok' };
  if (most !== undefined && value > most) return { state: 'over', shown: last };
  if (value > first) return { state: 'doubtful', shown: first };
  return { state: value > first * 0.8 ? 'near' : 'ok', shown: first };
}

function toolsItem(value: number, limit: Limit): HealthItem {
  const { state, shown } = stateOf(value, limit);
  const over =
    shown !== undefined && value > shown ? ` · ${grouped(value - shown)} over the limit of ${grouped(shown)}` : '';
  return {
    id: 'tools',
    value,
    ...(shown !== undefined && { limit: shown }),
    state,
    words: countOf(value, 'tool') + over,
  };
}

/** What the provider's own check finds besides too many tools; absent where it finds nothing. */
function issuesItem(provider: Provider, tools: readonly unknown[], isTooMany: boolean): HealthItem[] {
  const issues = checkProviderTools(provider, tools).filter(({ path }) => path !== '' || !isTooMany);
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const warnings = issues.filter(({ severity }) => severity === 'warning').length;
  if (errors > 0) return [{ id: 'issues', value: errors, state: 'over', words: countOf(errors, 'broken rule') }];
  if (warnings === 0) return [];
  return [{ id: 'issues', value: warnings, state: 'doubtful', words: countOf(warnings, 'doubtful rule') }];
}

function lossesItem({ length }: readonly Loss[]): HealthItem {
  return { id: 'losses', value: length, state: 'ok', words: countOf(length, 'loss') };
}

function tokensItem(report: TokenReport | undefined): HealthItem[] {
  if (report === undefined) return [];
  const words = `~${shortCount(report.total)} ${report.total === 1 ? 'token' : 'tokens'}`;
  return [{ id: 'tokens', value: report.total, state: 'ok', words }];
}

function grouped(value: number): string {
  return value.toLocaleString('en');
}
