/**
 * A LangChain agent that works in a git repository.
 *
 *   OPENAI_BASE_URL=… OPENAI_API_KEY=… MODEL=… node examples/langchain/main.ts DIRECTORY "What changed last?"
 */
import { resolve } from 'node:path';
import { generateSafetyPrompt, selectCommands } from '@atip/core';
import { stripTerminalSequences } from '@atip/core/internal';
import { loadShim } from '@atip/shims';
import { Command, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { askAtTerminal } from '../ask-at-terminal.ts';
import { type Question, tellRefusals, toolsFor } from './langchain-tools.ts';

const { OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1', OPENAI_API_KEY: apiKey, MODEL: model } = process.env;
const [named, prompt] = process.argv.slice(2);
if (!apiKey || !model) throw new Error('Set OPENAI_API_KEY and MODEL; OPENAI_BASE_URL unless it is OpenAI.');
if (!named || !prompt) throw new Error('Usage: node main.ts DIRECTORY "WHAT TO DO"');
const directory = resolve(named);

// 1. Metadata: git as @atip/shims describes it, of its 68 commands those that this agent needs.
const shim = await loadShim('git');
if (!shim) throw new Error('@atip/shims has no git.');
const git = selectCommands(shim, { commands: ['status', 'log', 'show', 'diff', 'clean', 'reset', 'push'] });

// 2. Tools. The default policy asks a person before anything is destroyed; git runs in `directory` and may write there only.
const tools = toolsFor(git, {
  execution: { cwd: directory },
  writableRoots: [directory],
  output: { knownSecrets: [apiKey] },
});

// 3. The agent. An interrupted run is kept by the checkpointer, under its thread's name. LangSmith gets nothing unless you set
//    LANGSMITH_TRACING.
const agent = createAgent({
  model: new ChatOpenAI({ model, apiKey, configuration: { baseURL } }),
  tools,
  systemPrompt: generateSafetyPrompt([git]),
  middleware: [tellRefusals()],
  checkpointer: new MemorySaver(),
});
const thread = { configurable: { thread_id: '1' }, recursionLimit: 40 };

// 4. The loop: LangChain runs what it may, and interrupts the run where a person has to answer.
let state = await agent.invoke({ messages: [{ role: 'user', content: prompt }] }, thread);
while (state.__interrupt__?.length) {
  const resume: Record<string, boolean> = {};
  // Nothing but our tools interrupts this agent.
  for (const { id, value } of state.__interrupt__) resume[id] = await askAtTerminal(value as Question);
  state = await agent.invoke(new Command({ resume }), thread);
}
console.log(stripTerminalSequences(state.messages.at(-1)?.text ?? ''));
