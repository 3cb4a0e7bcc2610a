// An agent with a program that describes itself, under Bun: every stage between the model's answer and the message that
// goes back, one after the other. (`createExecutor`, as in examples/deno, has them in one.)
//
//   bun examples/bun/main.ts "What do my notes say?"        in a directory that has notes/*.txt
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import {
  type AtipTool,
  checkCall,
  compile,
  createResultFilter,
  generateSafetyPrompt,
  handleToolResult,
  parseTool,
  parseToolCall,
  type ToolCall,
} from '@atip/core';

const MAX_TURNS = 8;
/** argv[0] is the tool's name; which program that is, the host decides and never the model. */
const PROGRAM = [process.execPath, fileURLToPath(new URL('notes.ts', import.meta.url))];

const { OPENAI_BASE_URL: url = 'https://api.openai.com/v1', OPENAI_API_KEY: key, MODEL: model } = process.env;
if (!key || !model) throw new Error('Set OPENAI_API_KEY and MODEL; OPENAI_BASE_URL unless it is OpenAI.');

const notes = readDescription(await run(['notes', '--agent']));
const redaction = createResultFilter([notes], { knownSecrets: [key] });
const { tools } = compile([notes], 'openai');
const messages: unknown[] = [
  { role: 'system', content: generateSafetyPrompt([notes]) },
  { role: 'user', content: process.argv[2] ?? 'What do my notes say?' },
];

for (let turn = 0; turn < MAX_TURNS; turn += 1) {
  const response = await askModel();
  // Throws for an answer that was cut off: half a name is another name.
  const calls = parseToolCall('openai', response);
  const { message } = response.choices[0];
  messages.push(message);
  if (calls.length === 0) {
    console.log(`answer   ${stripVTControlCharacters(message.content)}`);
    process.exit(0);
  }
  for (const call of calls) messages.push(await answer(call));
}
throw new Error(`The model still calls tools after ${MAX_TURNS} turns.`);

/** Runs a call if it may, and says in the message that goes back what came of it. */
async function answer(call: ToolCall): Promise<unknown> {
  // The policy is `standard`: a destructive call is asked about, one that needs a terminal is refused.
  const { argv, decision, reasons } = checkCall(call, notes);
  const ask = () => confirm(`Run ${shown(JSON.stringify(argv))}? ${reasons.join(' ')}`);
  if (argv && (decision === 'allow' || (decision === 'confirm' && ask()))) {
    console.log(`runs     ${shown(JSON.stringify(argv))}`);
    const { exitCode, stdout, stderr } = await run(argv);
    const content = redaction.filter(`${stdout}${stderr}[Exit code: ${exitCode}]`, call.name);
    return handleToolResult('openai', call, content, { isError: exitCode !== 0 });
  }
  const why = `${decision === 'confirm' ? 'The confirmation was declined: ' : ''}${reasons.join(' ')}`;
  console.log(`refused  ${shown(call.name)}: ${shown(why)}`);
  return handleToolResult('openai', call, `Nothing was run. ${why}`, { isError: true });
}

/** An argv and no shell; no standard input, five seconds, about a megabyte, and nothing of the environment, where the key is. */
async function run([, ...args]: readonly string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const child = Bun.spawn([...PROGRAM, ...args], {
    env: {},
    stdin: 'ignore',
    stderr: 'pipe',
    timeout: 5000,
    maxBuffer: 1_048_576,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

function readDescription({ stdout, stderr }: { stdout: string; stderr: string }): AtipTool {
  const { tool, issues } = parseTool(stdout);
  if (!tool) throw new Error([...issues.map(({ message }) => message), stderr].join('\n'));
  return tool;
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
