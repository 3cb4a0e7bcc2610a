/**
 * A chat service whose calls wait for a person in a file: who approves may come after the process was restarted.
 *
 *   OPENAI_API_KEY=… MODEL=… PORT=8787 STATE=chat.json node examples/approve-later/main.ts
 *   curl localhost:8787/messages -d '{"text":"Clean up."}'    → { "pending": [{ "id", "argv", "reasons" }] } or { "text" }
 *   curl localhost:8787/decisions -d '{"id":"…","yes":true}'  → the same, of the turn that goes on
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Answer, createAgentTools, type PendingTurn } from '@atip/agents';
import OpenAI from 'openai';

const { MODEL: model = 'gpt-5.4-mini', PORT = '8787', STATE = 'chat.json' } = process.env;
const agent = await createAgentTools({ provider: 'openai', tools: { git: ['log', 'status', 'clean'] } });
const client = new OpenAI();

/** The conversation, and what it waits for: all of it JSON, so that it outlives the process. */
interface Chat {
  readonly messages: OpenAI.ChatCompletionMessageParam[];
  readonly pending?: PendingTurn;
}

const load = (): Chat => (existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : { messages: [agent.system] });

function save(chat: Chat): void {
  // Of a process that ends while it writes, the file before stays.
  writeFileSync(`${STATE}.new`, JSON.stringify(chat));
  renameSync(`${STATE}.new`, STATE);
}

/** Goes on until the model is done, or a person has to decide. */
async function goOn(messages: Chat['messages'], first?: Answer<'openai'>) {
  for (let answer = first; ; answer = undefined) {
    answer ??= await agent.answer(await client.chat.completions.create({ model, messages, tools: agent.tools }));
    messages.push(...answer.messages);
    const { pending, done, text } = answer;
    save({ messages, ...(pending && { pending }) });
    if (done) return { text };
    if (pending) return { pending: pending.calls.map(({ id, argv, reasons }) => ({ id, argv, reasons })) };
  }
}

const ROUTES: Record<string, (body: { text?: string; id?: string; yes?: boolean }) => Promise<object>> = {
  async '/messages'({ text = '' }) {
    const { messages, pending } = load();
    if (pending) return { error: 'A call waits for a decision.' };
    return goOn([...messages, { role: 'user', content: text }]);
  },
  async '/decisions'({ id, yes }) {
    const { messages, pending } = load();
    if (!pending?.calls.some((call) => call.id === id)) return { error: 'No call with this id waits.' };
    // Before it runs, so that a decision that comes twice counts once.
    save({ messages });
    const decisions = pending.calls.map((call) => (call.id === id ? yes === true : undefined));
    return goOn(messages, await agent.resume(pending, decisions));
  },
};

createServer(async (request, response) => {
  const route = ROUTES[request.url ?? ''];
  const answer = route ? await route(Object(await json(request))) : { error: 'There are /messages and /decisions.' };
  response.writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}).listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
