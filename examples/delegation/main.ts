/**
 * A lead agent that has git and gh gives three helpers less: two here, and one that speaks MCP. None of them can get more.
 *
 *   OPENAI_API_KEY=… MODEL=… node examples/delegation/main.ts
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AgentTools, type Answer, createAgentTools } from '@atip/agents';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import OpenAI from 'openai';
import { askAtTerminal as confirm } from '../ask-at-terminal.ts';

const { MODEL: model = 'gpt-5.4-mini' } = process.env;
const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Lets a helper work on a task until its model is done. */
async function work(helper: AgentTools<'openai'>, task: string): Promise<void> {
  console.log(`${task} ${helper.tools.map((tool) => tool.function.name).join(' ')}`);
  const messages: OpenAI.ChatCompletionMessageParam[] = [helper.system, { role: 'user', content: task }];
  for (let answer: Answer<'openai'> | undefined; !answer?.done; messages.push(...answer.messages))
    answer = await helper.answer(await new OpenAI().chat.completions.create({ model, messages, tools: helper.tools }));
}

const tools = { git: ['log', 'status', 'clean'], gh: read('gh.json') };
const lead = await createAgentTools({ provider: 'openai', tools, confirm });

const reviewer = await lead.delegate(read('delegation.json'));
await work(reviewer, 'Review what waits.');

const cleaner = await lead.delegate({ allowedTools: ['git', 'kubectl'], effectRestrictions: { network: false } });
console.log(['', ...cleaner.notes].join('\n'));
await work(cleaner, 'Tidy up.');

// The third may be a program of any make: its server gives it less.
const helper = new Client({ name: 'helper', version: '1' }, { capabilities: { elicitation: {} } });
helper.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
  console.log(params.message);
  return { action: 'decline' };
});
const file = fileURLToPath(new URL('delegation.json', import.meta.url));
const args = ['mcp', '--tools', 'git:log,status,clean', 'gh', '--delegation', file];
await helper.connect(new StdioClientTransport({ command: 'atip', args }));
console.log(`\nBy MCP. ${(await helper.listTools()).tools.map(({ name }) => name).join(' ')}`);
for (const name of ['git_status', 'git_clean', 'gh_pr_create']) {
  const { content } = await helper.callTool({ name, arguments: {} });
  console.log(`${name}: ${JSON.stringify(content)}`);
}
await helper.close();
await lead.close();
