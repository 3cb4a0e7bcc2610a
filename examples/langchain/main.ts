/**
 * A LangChain agent that works in a git repository.
 *
 *   OPENAI_BASE_URL=… OPENAI_API_KEY=… MODEL=… node examples/langchain/main.ts DIRECTORY "What changed last?"
 */
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createLangChainTools, type LangChainQuestion, tellRefusals } from '@atip/agents/langchain';
import { tool } from '@langchain/core/tools';
import { Command, INTERRUPT, interrupt, isInterrupted, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, toolErrorMiddleware } from 'langchain';
import { askAtTerminal } from '../ask-at-terminal.ts';
import { readTask } from '../read-task.ts';

const { baseURL, apiKey, model, directory, prompt } = readTask();

// The default policy asks a person before anything is destroyed; git runs in `directory` and may write there only.
const { tools, system } = await createLangChainTools({
  tool: (run, fields) => tool(run, fields),
  interrupt,
  tools: { git: ['status', 'log', 'show', 'diff', 'clean', 'reset', 'push'] },
  cwd: resolve(directory),
  output: { knownSecrets: [apiKey] },
});

// An interrupted run is kept by the checkpointer, under its thread's name. LangSmith gets nothing unless you set LANGSMITH_TRACING.
const agent = createAgent({
  model: new ChatOpenAI({ model, apiKey, configuration: { baseURL } }),
  tools,
  systemPrompt: system,
  middleware: [toolErrorMiddleware({ onError: tellRefusals })],
  checkpointer: new MemorySaver(),
});
const thread = { configurable: { thread_id: '1' }, recursionLimit: 40 };

// The loop: LangChain runs what it may, and interrupts the run where a person has to answer.
let state = await agent.invoke({ messages: [{ role: 'user', content: prompt }] }, thread);
while (isInterrupted<LangChainQuestion>(state)) {
  const resume: Record<string, boolean> = {};
  for (const { id = '', value } of state[INTERRUPT]) resume[id] = value !== undefined && (await askAtTerminal(value));
  state = await agent.invoke(new Command({ resume }), thread);
}
console.log(stripVTControlCharacters(state.messages.at(-1)?.text ?? ''));
