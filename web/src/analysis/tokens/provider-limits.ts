import { checkProviderTools, hasStrictMode, type Issue, MAX_TOOLS, type Provider } from '@atip/core';

/** A number that a provider holds tools to. */
export interface Limit {
  /** More is refused. Absent: nothing is, as far as is known. */
  readonly most?: number;
  /** More may be refused, as by older back ends; at most `most`. */
  readonly safe?: number;
}

export interface ProviderLimits {
  /** Tools in one request. */
  readonly tools: Limit;
  /** UTF-16 units of a tool's name, and of its description. */
  readonly name: Limit;
  readonly description: Limit;
  /** Of one strict tool: properties on all levels, levels of nesting, enum values. */
  readonly properties: Limit;
  readonly levels: Limit;
  readonly enumValues: Limit;
  /** Of all strict tools of a request: how many, and their optional properties. */
  readonly strictTools: Limit;
  readonly optional: Limit;
}

/** Longer names and descriptions are not tried: a limit beyond is none that tools come near. */
const HIGHEST = 8192;

const known = new Map<string, ProviderLimits>();

/**
 * The numbers of a provider's own acceptance rules, as `checkProviderTools` has them: found by holding tools against it that
 * are larger and larger, or so large that it names the number.
 *
 * So the rules stay in one place, and what this says is what the check does. Each answer is worked out once, in some 5 ms;
 * 100 ms with strict.
 *
 * @param strict ignored for providers without such a mode
 */
export function providerLimits(provider: Provider, strict: boolean): ProviderLimits {
  const isStrict = strict && hasStrictMode(provider);
  const key = `${provider} ${isStrict}`;
  const limits = known.get(key) ?? probe(provider, isStrict);
  known.set(key, limits);
  return limits;
}

function probe(provider: Provider, strict: boolean): ProviderLimits {
  const most = MAX_TOOLS[provider];
  const named = (codes: readonly string[], tools: () => unknown[]): Limit =>
    strict ? namedLimit(checkProviderTools(provider, tools(), { strict }), codes) : {};
  return {
    tools: most === null ? {} : { most },
    name: limitOf(provider, (size) => toolFor(provider, { name: 'a'.repeat(size) })),
    description: limitOf(provider, (size) => toolFor(provider, { description: 'a'.repeat(size) })),
    properties: named(['os-props'], () => [toolFor(provider, { schema: objectOf(HIGHEST) })]),
    levels: named(['os-depth'], () => [toolFor(provider, { schema: nested(40) })]),
    enumValues: named(['os-enums'], () => [
      toolFor(provider, { schema: closed({ a: { type: 'string', enum: texts(HIGHEST) } }) }),
    ]),
    strictTools: named(['as-tools'], () => texts(99).map((name) => toolFor(provider, { name }))),
    optional: named(['as-opt'], () => [toolFor(provider, { schema: { ...objectOf(99), required: [] } })]),
  };
}

/** The number in the message of the first issue with one of the codes: `"99 strict tools, at most 20, better 12."`. */
function namedLimit(issues: readonly Issue[], codes: readonly string[]): Limit {
  const message = issues.find(({ code }) => codes.includes(code))?.message ?? '';
  const [, most, safe] = /at most (\d+)(?:, better (\d+))?/.exec(message) ?? [];
  return { ...(most !== undefined && { most: Number(most) }), ...(safe !== undefined && { safe: Number(safe) }) };
}

/** The largest sizes without an error, and without a warning. */
function limitOf(provider: Provider, make: (size: number) => unknown): Limit {
  const isFine = (size: number, grave: readonly string[]): boolean =>
    checkProviderTools(provider, [make(size)]).every(({ severity }) => !grave.includes(severity));
  const most = largest((size) => isFine(size, ['error']));
  const safe = largest((size) => isFine(size, ['error', 'warning']));
  return { ...(most !== undefined && { most }), ...(safe !== undefined && safe !== most && { safe }) };
}

/** The largest size that is fine, given that all smaller ones are; undefined where the highest is. */
function largest(isFine: (size: number) => boolean): number | undefined {
  let [fine, bad] = [1, 2];
  for (; isFine(bad); bad *= 2) {
    if (bad >= HIGHEST) return undefined;
    fine = bad;
  }
  while (bad - fine > 1) {
    const middle = (fine + bad) >> 1;
    if (isFine(middle)) fine = middle;
    else bad = middle;
  }
  return fine;
}

interface Made {
  readonly name?: string;
  readonly description?: string;
  readonly schema?: object;
}

/** A tool that the provider takes, but for what was asked. */
function toolFor(provider: Provider, { name = 'a', description = 'b', schema = closed({}) }: Made): object {
  const named = { name, description };
  switch (provider) {
    case 'openai':
      return { type: 'function', function: { ...named, parameters: schema } };
    case 'openai-responses':
      return { type: 'function', ...named, strict: false, parameters: schema };
    case 'anthropic':
      return { ...named, input_schema: schema };
    case 'gemini':
      return named;
    case 'mcp':
      return { ...named, inputSchema: schema, annotations: HINTS };
    case 'bedrock':
      return { toolSpec: { ...named, inputSchema: { json: schema } } };
  }
}

const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

function closed(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function objectOf(size: number): object {
  return closed(Object.fromEntries(texts(size).map((text) => [text, { type: 'string' }])));
}

/** An object of so many levels, the outermost counted. */
function nested(levels: number): object {
  return levels <= 1 ? closed({}) : closed({ a: nested(levels - 1) });
}

/** Short texts that all differ. */
function texts(count: number): string[] {
  return Array.from({ length: count }, (_none, index) => `a${index.toString(36)}`);
}
