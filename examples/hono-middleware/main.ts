// An agent that looks for files, and a Hono service that does it for the agent. Between the two stands a middleware: no call
// reaches the route that runs programs unless ATIP lets it through.
//
//   node examples/hono-middleware/main.ts "Which notes are there?"        (Node 22.18 or newer)
import { stripVTControlCharacters } from 'node:util';
import { compile, generateSafetyPrompt, handleToolResult, parseToolCall } from '@atip/core';
import { loadShim } from '@atip/catalog';
import { askAtTerminal } from '../ask-at-terminal.ts';
import { createService } from './service.ts';

const MAX_TURNS = 8;

const { OPENAI_BASE_URL: url = 'https://api.openai.com/v1', OPENAI_API_KEY: key, MODEL: model } = process.env;
if (!key || !model) throw new Error('Set OPENAI_API_KEY and MODEL; OPENAI_BASE_URL unless it is OpenAI.');

// `find` only looks, but its option -delete destroys; the document says so, and the guard decides by the arguments of a call.
const find = await loadShim('find');
if (!find) throw new Error('@atip/catalog has no find.');
const service = createService([find], { find: '/usr/bin/find' }, askAtTerminal);
const { tools } = compile([find], 'openai');
const messages: unknown[] = [
  { role: 'system', content: generateSafetyPrompt([find]) },
  { role: 'user', content: process.argv[2] ?? 'Which files are there?' },
];

for (let turn = 0; turn < MAX_TURNS; turn += 1) {
  const response = await askModel();
  // Throws for an answer that was cut off: half a path is a valid, different path.
  const calls = parseToolCall('openai', response);
  const { message } = response.choices[0];
  messages.push(message);
  if (calls.length === 0) {
    console.log(`answer   ${stripVTControlCharacters(message.content)}`);
    process.exit(0);
  }
  for (const call of calls) {
    // In this process, so that the example needs no port; `fetch(address + '/calls', …)` is the same from elsewhere.
    const answer = await service.request('/calls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    const { content, success, error } = await answer.json();
    console.log(`${answer.status}      ${shown(call.name)}: ${shown(error?.message ?? content)}`);
    const told = error ? `Nothing was run. ${error.message}` : content;
    messages.push(handleToolResult('openai', call, told, { isError: success !== true }));
  }
}
throw new Error(`The model still calls tools after ${MAX_TURNS} turns.`);

/** Text of a model or a program, on one line: it must not paint on the terminal. */
function shown(text: string): string {
  return JSON.stringify(text).slice(1, -1);
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
