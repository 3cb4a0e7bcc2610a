// An agent in a Cloudflare Worker: `POST /` with a question, and it answers in lines of text, what it did and then what the
// model says. There are no processes here; `run` is a function (run-settings.ts).
import {
  type BatchOutcome,
  checkProviderTools,
  compile,
  formatResults,
  generateSafetyPrompt,
  POLICY_PRESETS,
  parseTool,
  parseToolCall,
} from '@atip/core';
import { AtipExecuteError, createExecutor } from '@atip/core/execute';
import { type Namespace, runSettings } from './run-settings.ts';
import document from './settings.json' with { type: 'json' };

export interface Env {
  readonly OPENAI_BASE_URL: string;
  readonly OPENAI_API_KEY: string;
  readonly MODEL: string;
  readonly SETTINGS: Namespace;
  /** The compiled tools of a share, `https://…/s/ID/openai.json`. Absent: compiled here. */
  readonly TOOLS_URL?: string;
}

const MAX_TURNS = 8;

// These documents, which are part of the Worker, decide what a call may do; fetched data never does.
const { tool: settings, issues } = parseTool(document);
if (!settings) throw new Error(issues.map(({ message }) => message).join('\n'));
const metadata = [settings];

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (request.method !== 'POST')
      return new Response('POST a question.\n', { status: 405, headers: { allow: 'POST' } });
    const lines: string[] = [];
    await answer(await request.text(), env, (line) => lines.push(line));
    // A model must not send sequences to the reader's terminal.
    return new Response(`${lines.join('\n').replaceAll(/[^\P{Cc}\n]/gu, '')}\n`);
  },
};

async function answer(question: string, env: Env, say: (line: string) => void): Promise<void> {
  const executor = createExecutor({
    tools: metadata,
    run: runSettings(env.SETTINGS),
    policy: POLICY_PRESETS.ci, // nobody is here to ask, so what destroys is refused
    output: { knownSecrets: [env.OPENAI_API_KEY] },
  });
  const tools = env.TOOLS_URL ? await fetchTools(env.TOOLS_URL) : compile(metadata, 'openai').tools;
  const messages: unknown[] = [
    { role: 'system', content: generateSafetyPrompt(metadata) },
    { role: 'user', content: question },
  ];
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const response = await askModel(env, messages, tools);
    // Throws for an answer that was cut off: half a name is another name.
    const calls = parseToolCall('openai', response);
    const { message } = response.choices[0];
    messages.push(message);
    if (calls.length === 0) return say(`answer   ${message.content}`);
    const outcomes = await executor.executeBatch(calls);
    for (const outcome of outcomes) say(lineOf(outcome));
    // The redacted output of each call, or why nothing ran, so that the model can do better.
    messages.push(
      ...formatResults(
        'openai',
        outcomes.map((outcome) => [outcome.call, outcome]),
      ),
    );
  }
  throw new Error(`The model still calls tools after ${MAX_TURNS} turns.`);
}

function lineOf(outcome: BatchOutcome): string {
  if (outcome.ok) return `ran      ${JSON.stringify(outcome.result.raw.command)}`;
  if (!(outcome.error instanceof AtipExecuteError)) throw outcome.error;
  return `refused  ${JSON.stringify(outcome.call.name)}: ${outcome.error.message}`;
}

/** A share as text for the model. Its address holds the digest of its content, so it can be cached for ever. */
async function fetchTools(url: string): Promise<readonly unknown[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  const tools: unknown = await response.json();
  if (!Array.isArray(tools)) throw new Error(`${url} is no list of tools.`);
  const problems = checkProviderTools('openai', tools).filter(({ severity }) => severity === 'error');
  if (problems.length > 0) throw new Error(`${url}: ${problems.map(({ message }) => message).join(' ')}`);
  return tools;
}

async function askModel(env: Env, messages: readonly unknown[], tools: unknown) {
  const response = await fetch(`${env.OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${env.OPENAI_API_KEY}` },
    body: JSON.stringify({ model: env.MODEL, messages, tools }),
  });
  if (!response.ok) throw new Error(`The provider answers ${response.status}: ${await response.text()}`);
  return response.json();
}
