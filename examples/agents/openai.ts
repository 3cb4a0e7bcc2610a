import { type Answer, createAgentTools } from '@atip/agents';
import OpenAI from 'openai';
import { askAtTerminal as confirm } from '../ask-at-terminal.ts';

const tools = { git: ['log', 'clean'], seq: true, sleep: true };
const agent = await createAgentTools({ provider: 'openai', tools, confirm, timeout: 2000 });
const messages: OpenAI.ChatCompletionMessageParam[] = [agent.system, { role: 'user', content: 'Look around.' }];
for (let answer: Answer<'openai'> | undefined; !answer?.done; ) {
  const request = { model: 'gpt-5.4-mini', messages, tools: agent.tools };
  answer = await agent.answer(await new OpenAI().chat.completions.create(request));
  messages.push(...answer.messages);
  if (answer.done) console.log(answer.text);
}
