import { AtipValidationError } from '../errors/bridge-errors.ts';
import { providerEntry } from '../errors/provider-entry.ts';
import { parsePointer } from '../json/pointer.ts';
import { checkAnthropicStrict } from '../providers/anthropic/check-anthropic-strict.ts';
import { ANTHROPIC_RULES, checkAnthropicTools } from '../providers/anthropic/check-anthropic-tools.ts';
import { BEDROCK_RULES, checkBedrockTools } from '../providers/bedrock/check-bedrock-tools.ts';
import { GEMINI_JSON_SCHEMA_RULES, GEMINI_PARAMETERS_RULES } from '../providers/gemini/check-gemini-schema.ts';
import { checkGeminiTools } from '../providers/gemini/check-gemini-tools.ts';
import { checkMcpTools, MCP_RULES } from '../providers/mcp/check-mcp-tools.ts';
import { checkOpenAITools } from '../providers/openai/check-openai-tools.ts';
import { checkOpenAIResponsesTools } from '../providers/openai-responses/check-openai-responses-tools.ts';
import { openAIRules } from '../schema/openai-rules.ts';
import { namesOf } from '../schema/schema-rules.ts';
import type { CanonicalTool, TranslateSettings } from '../types/canonical.ts';
import type { Issue } from '../types/issue.ts';
import type { Provider, ProviderTool } from '../types/provider.ts';
import { readCanonicalTool } from './read-canonical-tool.ts';
import { type Dialect, rewriteSchema } from './rewrite-schema.ts';

/** A canonical tool says nothing of effects, so each hint is the worst. */
const ANNOTATIONS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

interface Form {
  readonly check: (tools: readonly unknown[], settings: object) => Issue[];
  /** Those to try, from the preferred one to the one that can say everything. */
  readonly dialects: (settings: TranslateSettings) => readonly Dialect[];
  readonly wrap: (named: Named, schema: Readonly<Record<string, unknown>>, dialect: Dialect) => object;
}

interface Named {
  readonly name: string;
  readonly description: string;
}

const OPENAI: Dialect = { rules: openAIRules(undefined), hasItems: true };
const OPENAI_STRICT: Dialect = { rules: openAIRules('current'), hasItems: true, isClosed: true, isComplete: true };
const ANTHROPIC: Dialect = { rules: ANTHROPIC_RULES };
const ANTHROPIC_STRICT: Dialect = { rules: checkAnthropicStrict(ANTHROPIC_RULES).rules, isClosed: true };
const GEMINI_OPENAPI: Dialect = { rules: GEMINI_PARAMETERS_RULES, hasItems: true, hasNullable: true };
const GEMINI_JSON_SCHEMA: Dialect = { rules: GEMINI_JSON_SCHEMA_RULES };

/** The one that a setting asks for, or both in this order. */
const eitherOr = (choice: boolean | undefined, one: Dialect, other: Dialect): readonly Dialect[] =>
  choice === undefined ? [one, other] : [choice ? one : other];

const FORMS: Readonly<Record<Provider, Form>> = {
  openai: {
    check: checkOpenAITools,
    dialects: ({ strict }) => eitherOr(strict, OPENAI_STRICT, OPENAI),
    wrap: (named, parameters, dialect) => ({
      type: 'function',
      function: { ...named, strict: dialect === OPENAI_STRICT, parameters },
    }),
  },
  'openai-responses': {
    check: checkOpenAIResponsesTools,
    dialects: ({ strict }) => eitherOr(strict, OPENAI_STRICT, OPENAI),
    wrap: (named, parameters, dialect) => ({
      type: 'function',
      ...named,
      strict: dialect === OPENAI_STRICT,
      parameters,
    }),
  },
  anthropic: {
    check: checkAnthropicTools,
    dialects: ({ strict = false }) => eitherOr(strict, ANTHROPIC_STRICT, ANTHROPIC),
    wrap: (named, schema, { isClosed }) => ({ ...named, ...(isClosed && { strict: true }), input_schema: schema }),
  },
  gemini: {
    check: checkGeminiTools,
    dialects: ({ geminiSchema: asked }) => eitherOr(asked && asked === 'openapi', GEMINI_OPENAPI, GEMINI_JSON_SCHEMA),
    wrap: (named, schema, { hasNullable }) => {
      // An object type without properties is refused.
      if (namesOf(schema['properties']).length === 0) return named;
      return { ...named, [hasNullable ? 'parameters' : 'parametersJsonSchema']: schema };
    },
  },
  mcp: {
    check: checkMcpTools,
    dialects: () => [{ rules: MCP_RULES }],
    wrap: (named, inputSchema) => ({ ...named, title: named.name, inputSchema, annotations: { ...ANNOTATIONS } }),
  },
  bedrock: {
    check: checkBedrockTools,
    dialects: () => [{ rules: BEDROCK_RULES }],
    wrap: (named, json) => ({ toolSpec: { ...named, inputSchema: { json } } }),
  },
};

/**
 * Translates a canonical tool to one provider's form.
 *
 * Shape: `({ name: "file_edit", description, parameters }, "openai")` → `{ type: "function", function: { name:
 * "file_edit", description, strict: true, parameters } }`. OpenAI's strict mode has every property required; one that was
 * optional takes null too, so that a model can leave it out, and the null is to be removed before the tool runs. MCP's
 * annotations are the worst case, since a canonical tool says nothing of its effects.
 * Lossy: a keyword that the provider does not take is told in the description, `(minimum: 1)`; an array of anything
 * becomes one of texts where items are asked for, `(items: any)`. What a strict or narrow dialect cannot say at all, such
 * as an object of any keys, makes the tool use the wider one (`strict: false`, `parametersJsonSchema`).
 * What comes back passes `checkProviderTools` without an error.
 *
 * @throws AtipValidationError when `checkCanonicalTool` finds an error, or the settings ask for a dialect that cannot say it
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see provider-schema-translation
 */
export function translateTool(
  canonical: CanonicalTool,
  provider: Provider,
  settings: TranslateSettings = {},
): ProviderTool {
  const { check, dialects, wrap } = providerEntry(FORMS, provider);
  const { tool, issues } = readCanonicalTool(canonical);
  const problem = issues.find(isError);
  if (!tool) throw invalid(canonical, problem, problem?.path ?? '');
  let refused: Issue | undefined;
  for (const dialect of dialects(settings)) {
    const { schema, notes } = rewriteSchema(tool.parameters, dialect, true);
    const description = [tool.description || tool.name, ...notes].join(' ');
    const translated = wrap({ name: tool.name, description }, schema, dialect);
    refused = check([translated], {}).find(isError);
    // It has the provider's form, which the check has just confirmed; its schema may have any keyword.
    if (!refused) return translated as ProviderTool;
  }
  throw invalid(canonical, refused, '');
}

function isError({ severity }: Issue): boolean {
  return severity === 'error';
}

/** The place in the canonical tool is unknown where a provider refuses what became of it. */
function invalid(canonical: unknown, issue: Issue | undefined, path: string): AtipValidationError {
  const text = `The canonical tool cannot be translated: ${issue?.code} at "${issue?.path}". ${issue?.message}`;
  return new AtipValidationError(text, parsePointer(path), canonical);
}
