/**
 * An agent of the Vercel AI SDK that works in a git repository.
 *
 *   OPENAI_BASE_URL=… OPENAI_API_KEY=… MODEL=… node examples/vercel-ai/main.ts DIRECTORY "What changed last?"
 */
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createAiSdkTools } from '@atip/agents/ai-sdk';
import { generateText, type ModelMessage, stepCountIs, type ToolApprovalResponse } from 'ai';
import { askAtTerminal } from '../ask-at-terminal.ts';
import { readTask } from '../read-task.ts';

const { baseURL, apiKey, model, directory, prompt } = readTask();

// The default policy asks a person before anything is destroyed; git runs in `directory` and may write there only.
const { tools, system, question, repairToolCall } = await createAiSdkTools({
  tools: { git: ['status', 'log', 'show', 'diff', 'clean', 'reset', 'push'] },
  cwd: resolve(directory),
  output: { knownSecrets: [apiKey] },
});

// The loop: the SDK runs what it may, and stops where a person has to approve.
const provider = createOpenAICompatible({ name: 'provider', baseURL, apiKey });
const settings = { model: provider(model), system, tools, stopWhen: stepCountIs(20) };
const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
for (;;) {
  const result = await generateText({ ...settings, messages, experimental_repairToolCall: repairToolCall });
  messages.push(...result.response.messages);
  const answers: ToolApprovalResponse[] = [];
  for (const part of result.content) {
    if (part.type !== 'tool-approval-request') continue;
    const context = await question(part.toolCall);
    const approved = context !== undefined && (await askAtTerminal(context));
    answers.push({ type: 'tool-approval-response', approvalId: part.approvalId, approved });
  }
  if (answers.length === 0) {
    console.log(stripVTControlCharacters(result.text));
    break;
  }
  messages.push({ role: 'tool', content: answers });
}
