import { type Answer, createAgentTools } from '@atip/agents';
import OpenAI from 'openai';
import { askAtTerminal as confirm } from '../ask-at-terminal.ts';

const tools = { git: ['log', 'clean'], seq: true, sleep: true };
const agent = await createAgentTools({ provider: 'openai-responses', tools, confirm, timeout: 2000 });
const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Look around.' }];
for (let answer: Answer<'openai-responses'> | undefined; !answer?.done; ) {
  const request = { model: 'gpt-5.4-mini', instructions: agent.system, input, tools: agent.tools };
  answer = await agent.answer(await new OpenAI().responses.create(request));
  input.push(...answer.messages);
  if (answer.done) console.log(answer.text);
}
