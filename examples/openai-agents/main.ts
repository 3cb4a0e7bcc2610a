/**
 * An agent of the OpenAI Agents SDK that works in a git repository.
 *
 *   OPENAI_BASE_URL=… OPENAI_API_KEY=… MODEL=… node examples/openai-agents/main.ts DIRECTORY "What changed last?"
 */
import { resolve } from 'node:path';
import { generateSafetyPrompt, selectCommands } from '@atip/core';
import { stripTerminalSequences } from '@atip/core/internal';
import { loadShim } from '@atip/shims';
import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { askAtTerminal } from '../ask-at-terminal.ts';
import { toolsFor } from './openai-agents-tools.ts';

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
const { tools, question } = toolsFor(git, {
  execution: { cwd: directory },
  writableRoots: [directory],
  output: { knownSecrets: [apiKey] },
});

// 3. The agent. Tracing would send every argument to api.openai.com, also when the model is somebody else's.
const agent = new Agent({ name: 'git', model, instructions: generateSafetyPrompt([git]), tools });
const runner = new Runner({
  modelProvider: new OpenAIProvider({ baseURL, apiKey, useResponses: false }),
  tracingDisabled: true,
  // A tool that does not exist is the model's mistake and no reason to end the run.
  toolNotFoundBehavior: 'return_error_to_model',
});

// 4. The loop: the SDK runs what it may, and interrupts the run where a person has to approve.
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
console.log(stripTerminalSequences(result.finalOutput ?? ''));
