import Anthropic from '@anthropic-ai/sdk';
import { type Answer, createAgentTools } from '@atip/agents';
import { askAtTerminal as confirm } from '../ask-at-terminal.ts';

const tools = { git: ['log', 'clean'], seq: true, sleep: true };
const agent = await createAgentTools({ provider: 'anthropic', tools, confirm, timeout: 2000 });
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Look around.' }];
for (let answer: Answer<'anthropic'> | undefined; !answer?.done; ) {
  const request = { model: 'claude-haiku-5-5', max_tokens: 4096, system: agent.system, messages, tools: agent.tools };
  answer = await agent.answer(await new Anthropic().messages.create(request));
  messages.push(...answer.messages);
  if (answer.done) console.log(answer.text);
}
