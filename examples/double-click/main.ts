/**
 * A person clicks on "yes" twice. Each click is a request of its own, for which a server makes its own tools, and the
 * call runs once. Servers of several processes give `createAgentTools` one `approvals` that they share.
 *
 *   OPENAI_API_KEY=… MODEL=… node examples/double-click/main.ts
 */
import { type Answer, createAgentTools, type PendingTurn } from '@atip/agents';
import OpenAI from 'openai';

const { MODEL: model = 'gpt-5.4-mini' } = process.env;
const client = new OpenAI();
const newTools = () => createAgentTools({ provider: 'openai', tools: { git: ['log', 'status', 'clean'] } });

async function click(pending: PendingTurn): Promise<Answer<'openai'>> {
  const agent = await newTools();
  return agent.resume(pending, true);
}

const agent = await newTools();
const messages: OpenAI.ChatCompletionMessageParam[] = [agent.system, { role: 'user', content: 'Clean up.' }];
for (let done = false; !done; ) {
  const answer = await agent.answer(await client.chat.completions.create({ model, messages, tools: agent.tools }));
  messages.push(...answer.messages);
  done = answer.done;
  if (done) console.log(answer.text);
  if (!answer.pending) continue;
  for (const { argv, reasons } of answer.pending.calls) console.log(argv.join(' '), reasons.join(' '));
  for (const { messages: results, repeated } of await Promise.all([click(answer.pending), click(answer.pending)])) {
    console.log(repeated ? 'This click came second.' : results[0]?.content);
    messages.push(...results);
  }
}
