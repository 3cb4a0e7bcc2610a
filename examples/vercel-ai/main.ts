/**
 * An agent of the Vercel AI SDK that works in a git repository.
 *
 *   OPENAI_BASE_URL=… OPENAI_API_KEY=… MODEL=… node examples/vercel-ai/main.ts DIRECTORY "What changed last?"
 */
import { resolve } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateSafetyPrompt, selectCommands } from '@atip/core';
import { stripTerminalSequences } from '@atip/core/internal';
import { loadShim } from '@atip/shims';
import { generateText, type ModelMessage, stepCountIs, type ToolApprovalResponse } from 'ai';
import { askAtTerminal } from '../ask-at-terminal.ts';
import { toolsFor } from './vercel-ai-tools.ts';

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

// 3. The loop: the SDK runs what it may, and stops where a person has to approve.
const provider = createOpenAICompatible({ name: 'provider', baseURL, apiKey });
const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
for (;;) {
  const system = generateSafetyPrompt([git]);
  const result = await generateText({ model: provider(model), system, messages, tools, stopWhen: stepCountIs(20) });
  messages.push(...result.response.messages);
  const answers: ToolApprovalResponse[] = [];
  for (const part of result.content) {
    if (part.type !== 'tool-approval-request') continue;
    const context = await question(part.toolCall);
    const approved = context !== undefined && (await askAtTerminal(context));
    answers.push({ type: 'tool-approval-response', approvalId: part.approvalId, approved });
  }
  if (answers.length === 0) {
    console.log(stripTerminalSequences(result.text));
    break;
  }
  messages.push({ role: 'tool', content: answers });
}
