/**
 * The client that the official MCP conformance suite tests: it calls each tool of a server by the executor.
 *
 * Usage, where `npx` runs Node 22 or later: npx @modelcontextprotocol/conformance client --scenario tools_call --command "node scripts/conformance-client.mjs"
 */
import process from 'node:process';
import { connectServers } from '@atip/mcp';
import { createExecutor } from '@atip/node';

const url = process.argv.at(-1) ?? '';
const served = await connectServers(
  { suite: { url } },
  { elicit: async () => ({ action: 'accept', content: {} }), timeout: 10_000 },
);
for (const { reason } of served.problems) console.error(reason);
const policy = { preset: 'open', levels: {}, confirmationHandler: async () => true };
const executor = createExecutor({ tools: [...served.tools], served, policy });
for (const [name, command] of served.tools.flatMap((tool) => Object.entries(tool.commands ?? {}))) {
  const args = Object.fromEntries(
    (command.options ?? []).map((option) => [option.name, option.type === 'string' ? 'x' : 2]),
  );
  const { content } = await executor.execute({ id: name, name: `suite_${name}`, arguments: args });
  console.log(content);
}
await served.close();
process.exitCode = served.problems.length;
