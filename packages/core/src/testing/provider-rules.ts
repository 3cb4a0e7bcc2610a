import { providerEntry } from '../json/atip-error.ts';
import { isRecord } from '../json/is-record.ts';
import { pointerTokens, valueAt } from '../json/pointer.ts';
import { FACTS, FORMS, SCHEMAS } from '../providers/list.ts';
import type { Limit } from '../providers/provider.ts';
import { checkSchema, listOf, namesOf, type Report, typesOf } from '../providers/provider-schema-rules.ts';
import type { Issue, IssueSeverity } from '../types/issue.ts';
import type { Provider } from '../types/provider.ts';

/** The characters of a tool's name, by what the API's errors and its SDK say; of MCP also what its SDK warns of. */
const NAMES: Readonly<Record<Provider, readonly [pattern: RegExp, severity?: IssueSeverity]>> = {
  openai: [/^[\w-]+$/],
  'openai-responses': [/^[\w-]+$/],
  anthropic: [/^[\w-]+$/],
  gemini: [/^[A-Za-z_][\w.:-]*$/],
  mcp: [/^(?![.-])[\w.-]+(?<![.-])$/, 'warning'],
  bedrock: [/^[\w-]+$/],
};

/** Half of a surrogate pair, in the form of `JSON.stringify`, after an even number of backslashes. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** The others take a tool without parameters. */
const NEEDS_SCHEMA: readonly Provider[] = ['anthropic', 'mcp', 'bedrock'];

/** The sums of all strict tools of a request to Anthropic, whose own rules count for one tool. */
const STRICT_SUMS = [
  ['as-opt', 24, 10],
  ['as-union', 16, 16],
] as const;

/**
 * Every reason for which a provider refuses compiled tools, or changes them, by rules that are independent of the compiler.
 *
 * @param strict true: every tool is checked by the strict rules. Absent: only those with `strict`
 */
export function refusalsOf(
  provider: Provider,
  tools: readonly unknown[],
  { strict = false }: { readonly strict?: boolean } = {},
): Issue[] {
  const issues: Issue[] = [];
  const report: Report = (code, path, message, severity = 'error') => issues.push({ code, severity, message, path });
  const { places } = providerEntry(FORMS, provider);
  const { limits } = FACTS[provider];
  const at = (tool: unknown, pointer: string): unknown => valueAt(tool, pointerTokens(pointer));
  const names = new Set<string>();
  const strictSchemas: unknown[] = [];
  // What is sent is JSON.
  const sent: readonly unknown[] = JSON.parse(JSON.stringify(tools));
  for (const [index, tool] of sent.entries()) {
    const path = `/${index}`;
    const [namePlace = ''] = places.names;
    const name = at(tool, namePlace);
    checkName(name, path + namePlace, provider, report);
    if (names.has(String(name))) report('dup-name', path, 'An earlier tool has this name.');
    else if (names.has(String(name).toLowerCase()))
      report('dup-name-case', path, 'An earlier name differs only in case.', 'warning');
    names.add(String(name)).add(String(name).toLowerCase());
    const description = at(tool, places.description);
    if (typeof description !== 'string') report('tool-shape', path + places.description, 'Must be a text.');
    else checkLength(description, path + places.description, 'description', limits.description, report);
    if (LONE_SURROGATE.test(JSON.stringify(tool)))
      report('not-unicode', path, 'Holds half of a surrogate pair, which may be refused.', 'warning');
    const isStrict = strict || (isRecord(tool) && (tool['strict'] ?? at(tool, '/function/strict')) === true);
    if (NEEDS_SCHEMA.includes(provider) && !places.schemas.some((place) => isRecord(at(tool, place))))
      report('no-schema', path, 'Needs a schema.');
    for (const place of places.schemas) {
      const schema = at(tool, place);
      const geminiSchema = place === '/parameters' ? 'openapi' : 'json-schema';
      const [dialect] = SCHEMAS[provider].dialects({ strict: isStrict, geminiSchema });
      if (schema !== undefined && dialect) checkSchema(schema, path + place, dialect.rules, report);
      if (schema !== undefined && isStrict) strictSchemas.push(schema);
    }
  }
  const { most = Number.POSITIVE_INFINITY } = limits.tools;
  if (tools.length > most) report('too-many', '', `${tools.length} tools, at most ${most}.`);
  if (provider === 'anthropic') checkStrictSums(strictSchemas, report);
  return issues;
}

function checkName(name: unknown, path: string, provider: Provider, report: Report): void {
  if (typeof name !== 'string') return report('tool-shape', path, 'Must be a text.');
  const [pattern, severity] = NAMES[provider];
  checkLength(name, path, 'name', FACTS[provider].limits.name, report);
  if (!pattern.test(name)) report('name', path, `Must match ${pattern.source}.`, severity);
}

function checkLength(text: string, path: string, code: string, { most, safe }: Limit, report: Report): void {
  const { length } = text;
  if (length === 0 || length > (most ?? Number.POSITIVE_INFINITY))
    report(code, path, `Must have 1 to ${most} characters.`);
  else if (length > (safe ?? Number.POSITIVE_INFINITY)) report(code, path, `Some take ${safe} characters.`, 'warning');
}

function checkStrictSums(schemas: readonly unknown[], report: Report): void {
  const { strictTools: { most = 0, safe = 0 } = {} } = FACTS.anthropic.limits;
  const all = schemas.filter(isRecord);
  const properties = all.flatMap(({ properties: own }) => Object.values(isRecord(own) ? own : {}).filter(isRecord));
  const optional = all.reduce(
    (sum, one) => sum + namesOf(one['properties']).length - listOf(one['required']).length,
    0,
  );
  const unions = properties.filter((one) => typesOf(one).length > 1 || one['anyOf'] !== undefined).length;
  const sums = [
    ['as-tools', all.length, most, safe],
    ...STRICT_SUMS.map(([code, ...bounds], place) => [code, [optional, unions][place] ?? 0, ...bounds] as const),
  ] as const;
  for (const [code, sum, max, sure] of sums)
    if (sum > sure) report(code, '', `${sum}, at most ${max}, better ${sure}.`, sum > max ? 'error' : 'warning');
}
