import { type Answer, createAgentTools } from '@atip/agents';
import { type Content, GoogleGenAI } from '@google/genai';
import { askAtTerminal as confirm } from '../ask-at-terminal.ts';

const tools = { git: ['log', 'clean'], seq: true, sleep: true };
const agent = await createAgentTools({ provider: 'gemini', tools, confirm, timeout: 2000 });
const contents: Content[] = [{ role: 'user', parts: [{ text: 'Look around.' }] }];
for (let answer: Answer<'gemini'> | undefined; !answer?.done; ) {
  const ask = { model: 'gemini-3.8-flash', contents, config: { systemInstruction: agent.system, tools: agent.tools } };
  answer = await agent.answer(await new GoogleGenAI({}).models.generateContent(ask));
  contents.push(...answer.messages);
  if (answer.done) console.log(answer.text);
}
