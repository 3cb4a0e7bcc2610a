// An agent that works with Git, under Deno. Two fences hold it: ATIP decides about each call by what its command may do,
// and Deno lets this process start Git, reach the provider, and nothing else.
//
//   deno run --allow-run=git --allow-env=OPENAI_BASE_URL,OPENAI_API_KEY,MODEL,PATH --allow-net=api.openai.com \
//     examples/deno/main.ts "What was changed last?"
import { stripVTControlCharacters } from 'node:util';
import type { BatchOutcome, ConfirmationContext } from '@atip/core';
import { compile, formatResults, generateSafetyPrompt, parseTool, parseToolCall } from '@atip/core';
import { AtipExecuteError, createExecutor } from '@atip/core/execute';
import document from './git.json' with { type: 'json' };
import { runWithDeno } from './run-with-deno.ts';

/** Requests to the model for one question. */
const MAX_TURNS = 8;

const url = Deno.env.get('OPENAI_BASE_URL') ?? 'https://api.openai.com/v1';
const key = Deno.env.get('OPENAI_API_KEY');
const model = Deno.env.get('MODEL');
if (!key || !model) throw new Error('Set OPENAI_API_KEY and MODEL; OPENAI_BASE_URL unless it is OpenAI.');

const { tool, issues } = parseTool(document);
if (!tool) throw new Error(issues.map(({ message }) => message).join('\n'));

const executor = createExecutor({
  tools: [tool],
  run: runWithDeno,
  // Destructive calls need a person. Without a terminal they are refused.
  policy: Deno.stdin.isTerminal() ? { confirmationHandler: askPerson } : {},
  output: { knownSecrets: [key] },
});
const { tools } = compile([tool], 'openai');
const messages: unknown[] = [
  { role: 'system', content: generateSafetyPrompt([tool]) },
  { role: 'user', content: Deno.args[0] ?? 'What was changed last?' },
];

for (let turn = 0; turn < MAX_TURNS; turn += 1) {
  const response = await askModel();
  // Throws for an answer that was cut off: half a path is a valid, different path.
  const calls = parseToolCall('openai', response);
  const { message } = response.choices[0];
  messages.push(message);
  if (calls.length === 0) {
    console.log(`answer   ${stripVTControlCharacters(message.content)}`);
    Deno.exit(0);
  }
  const outcomes = await executor.executeBatch(calls);
  for (const outcome of outcomes) console.log(lineOf(outcome));
  // The redacted output of each call, or why nothing ran, so that the model can do better.
  messages.push(
    ...formatResults(
      'openai',
      outcomes.map((outcome) => [outcome.call, outcome]),
    ),
  );
}
throw new Error(`The model still calls tools after ${MAX_TURNS} turns.`);

function lineOf(outcome: BatchOutcome): string {
  if (outcome.ok) return `ran      ${shown(JSON.stringify(outcome.result.raw.command))}`;
  if (!(outcome.error instanceof AtipExecuteError)) throw outcome.error;
  return `refused  ${shown(outcome.call.name)}: ${shown(outcome.error.message)}`;
}

async function askPerson({ argv, reasons }: ConfirmationContext): Promise<boolean> {
  return confirm(`Run ${shown(JSON.stringify(argv))}? ${reasons.join(' ')}`);
}

/** A model's text, on one line and in letters that cannot be mistaken: it must not paint on the terminal. */
function shown(text: string): string {
  return text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function askModel() {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages, tools }),
  });
  if (!response.ok) throw new Error(`The provider answers ${response.status}: ${await response.text()}`);
  return response.json();
}
