import { type Answer, createAgentTools } from '@atip/agents';
import { BedrockRuntime, type Message } from '@aws-sdk/client-bedrock-runtime';
import { askAtTerminal as confirm } from '../ask-at-terminal.ts';

const tools = { git: ['log', 'clean'], seq: true, sleep: true };
const agent = await createAgentTools({ provider: 'bedrock', tools, confirm, timeout: 2000 });
const messages: Message[] = [{ role: 'user', content: [{ text: 'Look around.' }] }];
for (let answer: Answer<'bedrock'> | undefined; !answer?.done; ) {
  const ask = { modelId: 'amazon.nova-lite-v1:0', system: agent.system, messages, toolConfig: { tools: agent.tools } };
  answer = await agent.answer(await new BedrockRuntime().converse(ask));
  messages.push(...answer.messages);
  if (answer.done) console.log(answer.text);
}
