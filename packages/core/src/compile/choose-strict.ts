import type { CompiledParameter } from '../commands/compiled-parameters.ts';
import type { Provider } from '../types/provider.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';

/** OpenAI's bounds of one strict schema. */
const OPENAI = { properties: 5000, enumValues: 1000, text: 120_000, longEnum: 250, longEnumText: 15_000 };
/** Anthropic's bounds of all strict tools of a request together. */
const ANTHROPIC = { tools: 20, optional: 24 };

/** Whether a provider's tools can be strict. */
export function hasStrictMode(provider: Provider): boolean {
  return provider === 'openai' || provider === 'openai-responses' || provider === 'anthropic';
}

/**
 * Which tools are written in strict mode, one answer for each: those that fit the provider's bounds, so that no tool makes
 * the provider refuse the whole request.
 *
 * @see OpenAI structured outputs; Anthropic strict tool use
 */
export function chooseStrict(provider: Provider, drafts: readonly ToolDraft[], wanted: boolean): boolean[] {
  if (!wanted || !hasStrictMode(provider)) return drafts.map(() => false);
  if (provider !== 'anthropic') return drafts.map(({ parameters }) => fitsOpenAI(parameters));
  let { tools, optional } = ANTHROPIC;
  return drafts.map(({ parameters }) => {
    const needed = parameters.filter(({ parameter }) => !parameter.required).length;
    if (tools === 0 || needed > optional || parameters.some(hasValuesAlike)) return false;
    tools--;
    optional -= needed;
    return true;
  });
}

/** Anthropic's strict mode does not promise the letter case of an enum's values: another of them would pass for the one meant. */
function hasValuesAlike({ shape }: CompiledParameter): boolean {
  const values = (shape.enum ?? []).map((value) => String(value).toLowerCase());
  return new Set(values).size < values.length;
}

function fitsOpenAI(parameters: readonly CompiledParameter[]): boolean {
  let enumValues = 0;
  let text = 0;
  for (const { parameter, shape } of parameters) {
    const values = shape.enum ?? [];
    const length = values.reduce<number>((sum, value) => sum + String(value).length, 0);
    if (values.length > OPENAI.longEnum && length > OPENAI.longEnumText) return false;
    enumValues += values.length + (parameter.required ? 0 : 1);
    text += length + parameter.key.length;
  }
  return parameters.length <= OPENAI.properties && enumValues <= OPENAI.enumValues && text <= OPENAI.text;
}
