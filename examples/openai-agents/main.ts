/**
 * An agent of the OpenAI Agents SDK that works in a git repository.
 *
 *   OPENAI_BASE_URL=… OPENAI_API_KEY=… MODEL=… node examples/openai-agents/main.ts DIRECTORY "What changed last?"
 */
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createOpenAIAgentsTools } from '@atip/agents/openai-agents';
import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { askAtTerminal } from '../ask-at-terminal.ts';
import { readTask } from '../read-task.ts';

const { baseURL, apiKey, model, directory, prompt } = readTask();

// The default policy asks a person before anything is destroyed; git runs in `directory` and may write there only.
const { tools, system, question } = await createOpenAIAgentsTools({
  tools: { git: ['status', 'log', 'show', 'diff', 'clean', 'reset', 'push'] },
  cwd: resolve(directory),
  output: { knownSecrets: [apiKey] },
});

// Tracing would send every argument to api.openai.com, even for another provider's model.
const agent = new Agent({ name: 'git', model, instructions: system, tools });
const runner = new Runner({
  modelProvider: new OpenAIProvider({ baseURL, apiKey, useResponses: false }),
  tracingDisabled: true,
  // A tool that does not exist is the model's mistake and no reason to end the run.
  toolNotFoundBehavior: 'return_error_to_model',
});

// The loop: the SDK runs what it may, and interrupts the run where a person has to approve.
let result = await runner.run(agent, prompt, { maxTurns: 20 });
while (result.interruptions.length > 0) {
  for (const interruption of result.interruptions) {
    const { rawItem } = interruption;
    const context = rawItem.type === 'function_call' ? await question(rawItem) : undefined;
    if (context !== undefined && (await askAtTerminal(context))) result.state.approve(interruption);
    else result.state.reject(interruption);
  }
  result = await runner.run(agent, result.state, { maxTurns: 20 });
}
console.log(stripVTControlCharacters(result.finalOutput ?? ''));
