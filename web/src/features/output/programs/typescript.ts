import { plainJson } from './curl.ts';
import type { Asked } from './asked.ts';

interface Sdk {
  readonly packageName: string;
  readonly imports: string;
  /** Makes the client, and the list that grows by question and answer. */
  readonly setup: string;
  readonly ask: string;
  /** Puts the model's own words into that list. */
  readonly keep: string;
  readonly text: string;
  /** Puts `answers` into that list. */
  readonly reply: string;
}

const MERGED = "messages.push({ role: 'user', content: answers.flatMap(({ content }) => content) });";

const SDKS: Readonly<Record<Exclude<Asked['provider'], 'mcp'>, Sdk>> = {
  openai: {
    packageName: 'openai',
    imports: "import OpenAI from 'openai';",
    setup: `const client = new OpenAI(); // reads OPENAI_API_KEY
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'system', content: rules },
  { role: 'user', content: prompt },
];`,
    ask: 'await client.chat.completions.create({ model, messages, tools })',
    keep: 'messages.push(response.choices[0].message);',
    text: "response.choices[0].message.content ?? ''",
    reply: 'messages.push(...answers);',
  },
  'openai-responses': {
    packageName: 'openai',
    imports: "import OpenAI from 'openai';",
    setup: `const client = new OpenAI(); // reads OPENAI_API_KEY
const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: prompt }];`,
    ask: 'await client.responses.create({ model, instructions: rules, input, tools })',
    keep: 'input.push(...(response.output as OpenAI.Responses.ResponseInput));',
    text: 'response.output_text',
    reply: 'input.push(...answers);',
  },
  anthropic: {
    packageName: '@anthropic-ai/sdk',
    imports: "import Anthropic from '@anthropic-ai/sdk';",
    setup: `const client = new Anthropic(); // reads ANTHROPIC_API_KEY
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: prompt }];`,
    ask: 'await client.messages.create({ model, max_tokens: 4096, system: rules, messages, tools })',
    keep: "messages.push({ role: 'assistant', content: response.content });",
    text: "response.content.map((block) => (block.type === 'text' ? block.text : '')).join('')",
    reply: MERGED,
  },
  gemini: {
    packageName: '@google/genai',
    imports: "import { type Content, type FunctionDeclaration, GoogleGenAI } from '@google/genai';",
    setup: `const client = new GoogleGenAI({}); // reads GEMINI_API_KEY
const contents: Content[] = [{ role: 'user', parts: [{ text: prompt }] }];
const config = { systemInstruction: rules, tools: [{ functionDeclarations: tools as FunctionDeclaration[] }] };`,
    ask: 'await client.models.generateContent({ model, contents, config })',
    keep: 'contents.push(response.candidates?.[0]?.content ?? {});',
    text: "response.text ?? ''",
    reply: `const parts = answers.flatMap((one) => one.parts.map((part) => ({ functionResponse: part.function_response })));
  contents.push({ role: 'user', parts });`,
  },
  bedrock: {
    packageName: '@aws-sdk/client-bedrock-runtime',
    imports: "import { BedrockRuntimeClient, ConverseCommand, type Message } from '@aws-sdk/client-bedrock-runtime';",
    setup: `const client = new BedrockRuntimeClient(); // reads AWS_REGION and your AWS credentials
const messages: Message[] = [{ role: 'user', content: [{ text: prompt }] }];`,
    ask: `await client.send(
    new ConverseCommand({ modelId: model, system: [{ text: rules }], messages, toolConfig: { tools } }),
  )`,
    keep: "const message = response.output?.message ?? { role: 'assistant', content: [] };\n  messages.push(message);",
    text: "message.content?.map(({ text = '' }) => text).join('') ?? ''",
    reply: MERGED,
  },
};

/** A program of the provider's own SDK: define, call, check, ask, run, answer. For MCP it is a server. */
export function typescriptText(asked: Asked): string {
  const { provider, name, model } = asked;
  if (provider === 'mcp') return mcpServer(asked);
  const { packageName, imports, setup, ask, keep, text, reply } = SDKS[provider];
  return `// npm install ${packageName} @atip/core @atip/node
// node agent.ts "What you want done"   with ${name}.json beside it, and Node 22.18 or newer (before: npx tsx)
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
${coreImports(asked, ['generateSafetyPrompt'])}
import { escapeUnseen, stripTerminalSequences } from '@atip/core/internal';
import { createExecutor } from '@atip/node';
import { quoteElement } from '@atip/node/internal';
${imports}

const prompt = process.argv[2] ?? '';
const model = process.env.MODEL ?? '${model}';

${definition(asked)}
const rules = generateSafetyPrompt([tool]);

${EXECUTOR}

${setup}
for (let turn = 0; turn < 20; turn += 1) {
  const response = ${ask};
  ${keep}
  const calls = parseToolCall('${provider}', response); // throws for an answer that was cut off
  if (calls.length === 0) {
    console.log(stripTerminalSequences(${text}));
    break;
  }
  const answers = [];
  for (const call of calls) answers.push(await answer(call));
  ${reply}
}

${answering(provider)}

async function askPerson({ argv, reasons }: ConfirmationContext): Promise<boolean> {
  console.log([\`The model wants to run: \${argv.map(quoteElement).join(' ')}\`, ...reasons.map((reason) => escapeUnseen(reason))].join('\\n'));
  if (process.stdin.readableEnded) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = once(terminal, 'close').then(() => 'no');
  const said = await Promise.race([terminal.question('Type yes to run it: '), closed]);
  terminal.close();
  return said === 'yes';
}
`;
}

/** The specification's own function knows no examples, and Gemini refuses the empty `parameters` that it gives a command without any. */
function compilerOf({ provider, examples }: Pick<Asked, 'provider' | 'examples'>): 'compile' | 'compileTools' {
  return examples || provider === 'gemini' ? 'compile' : 'compileTools';
}

function coreImports(asked: Asked, more: readonly string[]): string {
  const { filter } = asked;
  const names = ['AtipError', compilerOf(asked), 'type ConfirmationContext', 'formatForProvider', 'handleToolResult'];
  const rest = ['parseTool', 'parseToolCall', ...(filter ? ['selectCommands'] : []), 'type ToolCall'];
  return `import {\n${[...names, ...more, ...rest].map((one) => `  ${one},\n`).join('')}} from '@atip/core';`;
}

function definition(asked: Asked): string {
  const { provider, strict, examples, name, filter } = asked;
  const isOwn = compilerOf(asked) === 'compile';
  const strictly = provider === 'anthropic' && !isOwn ? 'anthropicStrict: true' : 'strict: true';
  const chosen = [...(strict ? [strictly] : []), ...(examples ? ['examples: true'] : [])];
  const settings = chosen.length > 0 ? `, { ${chosen.join(', ')} }` : '';
  const reading = `= parseTool(readFileSync('${name}.json', 'utf8'));`;
  return [
    '// Define: the document, and its commands as the provider takes them.',
    filter ? `const { tool: whole, issues } ${reading}` : `const { tool, issues } ${reading}`,
    `if (!${filter ? 'whole' : 'tool'}) throw new Error(issues.map(({ message }) => message).join('\\n'));`,
    ...(filter ? [`const tool = selectCommands(whole, ${plainJson(filter).replaceAll(/\n */g, ' ')});`] : []),
    `const { tools } = ${compilerOf(asked)}([tool], '${provider}'${settings});`,
  ].join('\n');
}

const EXECUTOR = `// Check, ask, run: a call runs in the sandbox if the policy allows it or a person says yes; secrets are redacted.
const executor = createExecutor({ tools: [tool], policy: { preset: 'standard', confirmationHandler: askPerson } });`;

function answering(provider: Asked['provider']): string {
  return `/** Runs a call, or says why not: both go back to the model. */
async function answer(call: ToolCall) {
  try {
    return formatForProvider('${provider}', call, await executor.execute(call));
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error; // our mistake, and not the model's
    return handleToolResult('${provider}', call, \`Nothing was run. \${error.message}\`, { isError: true });
  }
}`;
}

function mcpServer(asked: Asked): string {
  const sdk = '@modelcontextprotocol/sdk';
  return `// An MCP server. "atip mcp --tools ${asked.name}" is one without a program.
// npm install ${sdk}@1 @atip/core @atip/node
// node server.ts   with ${asked.name}.json beside it, and Node 22.18 or newer (before: npx tsx)
import { readFileSync } from 'node:fs';
${coreImports(asked, [])}
import { escapeUnseen } from '@atip/core/internal';
import { createExecutor } from '@atip/node';
import { quoteElement } from '@atip/node/internal';
${`import { Server } from '${sdk}/server/index.js';`}
${`import { StdioServerTransport } from '${sdk}/server/stdio.js';`}
${`import { CallToolRequestSchema, ListToolsRequestSchema } from '${sdk}/types.js';`}

${definition(asked)}

${EXECUTOR}

const server = new Server({ name: '${asked.name}', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async (request) => ({ ...(await answer(parseToolCall('mcp', request)[0])) }));
await server.connect(new StdioServerTransport());

${answering('mcp')}

/** Asks the person in front of the client; a client that cannot ask means no. */
async function askPerson({ argv, reasons }: ConfirmationContext): Promise<boolean> {
  if (!server.getClientCapabilities()?.elicitation) return false;
  const { action, content } = await server.elicitInput({
    message: [argv.map(quoteElement).join(' '), ...reasons.map((reason) => escapeUnseen(reason))].join('\\n'),
    requestedSchema: { type: 'object', properties: { run: { type: 'boolean', title: 'Run it' } }, required: ['run'] },
  });
  return action === 'accept' && content?.run === true;
}
`;
}
