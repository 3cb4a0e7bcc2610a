// Compiled by `tsc -b`, never run: what a program that is typed by the specification gives and gets here.
import {
  compileTools,
  createResultFilter,
  createValidator,
  handleToolResult,
  parseToolCall,
  toAnthropic,
  toGemini,
  toOpenAI,
} from '@atip/core';
import type * as core from '@atip/core';
import type * as spec from './declarations.ts';

/** Takes a value of the type that is named; a call is a claim that the argument fits. */
declare function fits<Type>(value: Type): void;

// The 12 types that go in.
declare const input: {
  readonly tool: spec.AtipTool;
  readonly command: spec.AtipCommand;
  readonly argument: spec.AtipArgument;
  readonly option: spec.AtipOption;
  readonly effects: spec.AtipEffects;
  readonly trust: spec.AtipTrust;
  readonly pattern: spec.AtipPattern;
  readonly version: spec.AtipVersion;
  readonly feature: spec.AtipFeature;
  readonly paramType: spec.AtipParamType;
  readonly policy: spec.Policy;
  readonly filterOptions: spec.ResultFilterOptions;
};
declare const provider: spec.Provider;
fits<core.AtipTool>(input.tool);
fits<core.AtipCommand>(input.command);
fits<core.AtipArgument>(input.argument);
fits<core.AtipOption>(input.option);
fits<core.AtipEffects>(input.effects);
fits<core.AtipTrust>(input.trust);
fits<core.AtipPattern>(input.pattern);
fits<core.AtipVersion>(input.version);
fits<core.AtipFeature>(input.feature);
fits<core.AtipParamType>(input.paramType);
fits<core.Policy>(input.policy);
fits<core.ResultFilterOptions>(input.filterOptions);
fits<core.Provider>(provider);

// D8: a command without parameters has none, since Gemini refuses an object without properties.
type Declaration = Omit<spec.GeminiFunctionDeclaration, 'parameters'> &
  Partial<Pick<spec.GeminiFunctionDeclaration, 'parameters'>>;
type ProviderTool = Exclude<spec.ProviderTool, spec.GeminiFunctionDeclaration> | Declaration;
type ProviderTools = Omit<spec.ProviderTools, 'tools'> & { tools: ProviderTool[] };

// The 17 types that come out, each of a value that a function here returns to such a program.
const openai = toOpenAI(input.tool);
const gemini = toGemini(input.tool);
const anthropic = toAnthropic(input.tool);
const batch = compileTools([input.tool], provider);
const message = handleToolResult(provider, 'call_1', {});
const validation = createValidator([input.tool], input.policy).validate('gh_pr_list', {});
fits<spec.OpenAITool[]>(openai);
fits<Record<string, spec.OpenAIParameter>[]>(openai.map((tool) => tool.function.parameters.properties));
fits<Declaration[]>(gemini);
fits<Record<string, spec.GeminiParameter>[]>(gemini.map((tool) => tool.parameters?.properties ?? {}));
fits<spec.AnthropicTool[]>(anthropic);
fits<Record<string, spec.AnthropicParameter>[]>(anthropic.map((tool) => tool.input_schema.properties));
fits<spec.Provider>(batch.provider);
fits<ProviderTool[]>(batch.tools);
fits<ProviderTools>(batch);
fits<spec.ToolCall[]>(parseToolCall(provider, {}));
fits<spec.Message>(message);
fits<spec.OpenAIToolMessage>(handleToolResult('openai', 'call_1', {}));
fits<spec.GeminiToolMessage>(handleToolResult('gemini', 'gh_pr_list', {}));
fits<spec.AnthropicToolMessage>(handleToolResult('anthropic', 'toolu_1', {}));
fits<spec.ValidationResult>(validation);
fits<spec.PolicyViolation[]>(validation.violations);
fits<spec.ViolationCode[]>(validation.violations.map(({ code }) => code));

// The two objects with methods, and so all nine functions.
fits<spec.Validator>(createValidator([input.tool], input.policy));
fits<spec.ResultFilter>(createResultFilter([input.tool], input.filterOptions));
fits<(tool: spec.AtipTool) => spec.OpenAITool[]>(toOpenAI);
fits<(tool: spec.AtipTool) => Declaration[]>(toGemini);
fits<(tool: spec.AtipTool) => spec.AnthropicTool[]>(toAnthropic);
fits<(tools: spec.AtipTool[], provider: spec.Provider) => ProviderTools>(compileTools);
fits<(tools: spec.AtipTool[], policy: spec.Policy) => spec.Validator>(createValidator);
fits<(provider: spec.Provider, id: string, result: unknown) => spec.Message>(handleToolResult);
fits<(provider: spec.Provider, response: unknown) => spec.ToolCall[]>(parseToolCall);

// @ts-expect-error D8
fits<spec.GeminiFunctionDeclaration[]>(gemini);
// @ts-expect-error strict: an enum that may be left out lists null, which the specification's type has no place for
fits<spec.OpenAITool[]>(toOpenAI(input.tool, { strict: true }));
// @ts-expect-error a policy with fields of ours has codes of ours
fits<spec.Validator>(createValidator([input.tool], { ...input.policy, requireConfirmation: true }));
