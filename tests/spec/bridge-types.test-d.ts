// Compiled by `tsc -b`, never run: the names of the bridge's API, and what a program gets that is typed by the three providers it prints.
import {
  type AtipArgument,
  type AtipCommand,
  type AtipEffects,
  type AtipFeature,
  type AtipOption,
  type AtipParamType,
  type AtipPattern,
  type AtipTool,
  type AtipTrust,
  type AtipVersion,
  compileTools,
  createResultFilter,
  createValidator,
  handleToolResult,
  type Message,
  parseToolCall,
  type Policy,
  type PolicyViolation,
  type Provider,
  type ProviderTools,
  type ResultFilter,
  type ResultFilterOptions,
  toAnthropic,
  toGemini,
  type ToolCall,
  toOpenAI,
  type ValidationResult,
  type Validator,
} from '@atip/core';

/** Takes a value of the type that is named; a call is a claim that the argument fits. */
declare function fits<Type>(value: Type): void;

declare const tool: AtipTool;
declare const filterOptions: ResultFilterOptions;
declare const policy: Policy;

// The types of a document, which go in.
declare const root: { version: AtipVersion; feature: AtipFeature; trust: AtipTrust; pattern: AtipPattern };
declare const command: { argument: AtipArgument; option: AtipOption; effects: AtipEffects; type: AtipParamType };
fits<AtipTool>({
  atip: root.version,
  name: 't',
  version: '1',
  description: 'T',
  trust: root.trust,
  patterns: [root.pattern],
  commands: { x: { description: 'X', arguments: [command.argument], options: [command.option] } satisfies AtipCommand },
});
fits<AtipTool>({ ...tool, atip: { version: '0.4', features: [root.feature] }, effects: command.effects });
fits<AtipParamType>(command.argument.type);

// The three printed providers are among ours; what comes out for one of them is typed by it alone.
for (const provider of ['openai', 'gemini', 'anthropic'] as const) {
  fits<Provider>(provider);
  fits<Message>(handleToolResult(provider, 'call_1', {}));
  fits<ToolCall[]>(parseToolCall(provider, {}));
  fits<ProviderTools>(compileTools([tool], provider));
}
fits<string>(handleToolResult('openai', 'call_1', {}).tool_call_id);
fits<'object'>(toAnthropic(tool)[0]?.input_schema.type ?? 'object');
fits<Validator>(createValidator([tool], policy));
fits<ValidationResult>(createValidator([tool], policy).validate('gh_pr_list', {}));
fits<PolicyViolation[]>(createValidator([tool], policy).validate('gh_pr_list', {}).violations);
fits<ResultFilter>(createResultFilter([tool], filterOptions));

// @ts-expect-error D8: a command without parameters has none
fits<object[]>(toGemini(tool).map(({ parameters }) => parameters));
fits<readonly (string | number)[] | undefined>(toOpenAI(tool)[0]?.function.parameters.properties['x']?.enum);
fits<readonly (string | number)[] | undefined>(
  // @ts-expect-error D6: with strict an enum that may be left out lists null
  toOpenAI(tool, { strict: true })[0]?.function.parameters.properties['x']?.enum,
);
