// Tests the companion's MCP route with the official suite, scenario by scenario; run by hand, because it downloads 100 MB:
//   npm run -s build && node scripts/mcp-conformance.mjs [SCENARIO…]
// The suite needs a newer Node than ours and sends no token, so it runs with npm's `node` through a forwarder that adds the token.
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CLI = new URL('../packages/cli/bundle/main.js', import.meta.url).pathname;
const SUITE = join(tmpdir(), 'atip-mcp-conformance-0.1.16');

/** Scenarios that a command-line program cannot serve, with the reason. All others have to pass. */
const NOT_OURS = {
  'tools-call-image': 'a program prints text, and its result is text',
  'tools-call-audio': 'a program prints text, and its result is text',
  'tools-call-embedded-resource': 'a program prints text, and its result is text',
  'tools-call-mixed-content': 'a program prints text, and its result is text',
  'tools-call-sampling': 'the server never asks the model of its client',
  'json-schema-2020-12': 'wants a schema with $defs, which parameters of a command never are',
  'elicitation-sep1034-defaults': 'wants questions of its own wording; ours are about calls',
  'elicitation-sep1330-enums': 'wants questions of its own wording; ours are about calls',
  'resources-read-text': 'wants the resource test://static-text',
  'resources-read-binary': 'wants the resource test://static-binary',
  'resources-templates-read': 'wants the template test://template/{id}/data',
  'resources-subscribe': 'wants the resource test://watched-resource; ours refuses what it does not have',
  'resources-unsubscribe': 'wants the resource test://watched-resource; ours refuses what it does not have',
  'prompts-get-embedded-resource': 'a workflow is text',
  'prompts-get-with-image': 'a workflow is text',
};

const QUIET = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
const text = (name) => ({ name, type: 'string', description: 'Text' });
const FIXTURE = {
  ...{ atip: { version: '0.4' }, name: 'test', version: '1.0.0', description: 'Does what the suite wants of tools' },
  trust: { source: 'user' },
  commands: {
    simple_text: { description: 'Prints a line', effects: QUIET },
    error_handling: { description: 'Fails', effects: QUIET },
    tool_with_progress: { description: 'Prints three lines, one by one', effects: QUIET },
    tool_with_logging: { description: 'Prints a line', effects: QUIET },
    reconnection: { description: 'Prints a line', effects: QUIET },
    elicitation: {
      description: 'Destroys something',
      options: [{ ...text('message'), flags: ['--message'], required: true }],
      effects: { ...QUIET, destructive: true },
    },
  },
  patterns: [
    { name: 'test_simple_prompt', description: 'One step', steps: [{ command: 'test simple_text' }] },
    {
      ...{ name: 'test_prompt_with_arguments', description: 'Two values' },
      steps: [{ command: 'test elicitation --message={arg1}' }, { command: 'test elicitation --message={arg2}' }],
      variables: { arg1: text('arg1'), arg2: text('arg2') },
    },
  ],
};
const PROGRAM = `#!/bin/sh
case "$1" in
  error_handling) echo "This tool intentionally returns an error for testing" >&2; exit 1 ;;
  tool_with_progress) for n in 0 50 100; do echo "$n of 100"; sleep 0.1; done ;;
  *) echo "This is a simple text response for testing." ;;
esac
`;

async function installSuite() {
  if (existsSync(join(SUITE, 'node_modules/node/bin/node'))) return;
  mkdirSync(SUITE, { recursive: true });
  writeFileSync(join(SUITE, 'package.json'), '{ "private": true }');
  const npm = (...words) => run('npm', [...words, '--no-audit', '--no-fund'], { cwd: SUITE });
  await npm('install', '--ignore-scripts', 'node@24.21.0', '@modelcontextprotocol/conformance@0.1.16');
  // The package `node` does this in its install script: it fetches the binary for this machine.
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: join(SUITE, 'node_modules/node') });
}

/** A companion that knows only the fixture. */
async function startCompanion(root) {
  const data = join(root, '.local/share/agent-tools/tools');
  for (const directory of [data, join(root, 'bin'), join(root, 'work')]) mkdirSync(directory, { recursive: true });
  writeFileSync(join(data, 'test.json'), JSON.stringify(FIXTURE));
  writeFileSync(join(root, 'bin/test'), PROGRAM);
  chmodSync(join(root, 'bin/test'), 0o755);
  const env = { HOME: root, PATH: `${join(root, 'bin')}:/usr/bin:/bin` };
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--no-open', '--token-file'], {
    ...{ cwd: join(root, 'work'), env, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let said = '';
  const port = await new Promise((resolve, reject) => {
    const hear = (chunk) => {
      said += chunk;
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)\/#k=/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`The companion ended: ${said}`)));
  });
  const token = (await readFile(join(root, `.local/state/agent-tools/companion-${port}.token`), 'utf8')).trim();
  return { child, port, token };
}

/** Forwards requests with the token; a foreign host or origin stays as it is. */
async function startForwarder({ port, token }) {
  const server = createServer((incoming, outgoing) => {
    const own = `127.0.0.1:${server.address().port}`;
    const theirs = `127.0.0.1:${port}`;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    for (const name of ['host', 'origin'])
      if (headers[name] !== undefined) headers[name] = headers[name].replace(own, theirs);
    const passed = request(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

async function runScenario(name, url, root) {
  const node = join(SUITE, 'node_modules/node/bin/node');
  const suite = join(SUITE, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const ended = await run(node, [suite, 'server', '--url', url, '--scenario', name], { cwd: root }).catch(
    (error) => error,
  );
  const said = `${ended.stdout}`;
  const [, passed = '0', total = '0'] = /Passed: (\d+)\/(\d+)/.exec(said) ?? [];
  const [, warnings = '0'] = /(\d+) warnings?/.exec(said) ?? [];
  return { ok: (ended.code ?? 0) === 0, passed, total, warnings, said };
}

async function scenarios() {
  const suite = join(SUITE, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const { stdout } = await run(join(SUITE, 'node_modules/node/bin/node'), [suite, 'list', '--server']);
  const [, server = ''] = /Server scenarios[^\n]*\n([\s\S]*?)(?:\n\n|$)/.exec(stdout) ?? [];
  return [...server.matchAll(/^\s+- (\S+)/gm)].map(([, name]) => name);
}

await installSuite();
const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-conformance-')));
const companion = await startCompanion(root);
const forwarder = await startForwarder(companion);
const url = `http://127.0.0.1:${forwarder.address().port}/api/v1/mcp?tools=test`;
let isHeld = true;
try {
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : await scenarios()) {
    const { ok, passed, total, warnings, said } = await runScenario(name, url, root);
    const why = NOT_OURS[name];
    const word = ok ? 'passes' : why === undefined ? 'FAILS' : 'not ours';
    console.log(
      `${name.padEnd(32)} ${word.padEnd(9)} ${passed}/${total}, ${warnings} warnings${ok || !why ? '' : `: ${why}`}`,
    );
    if ((!ok && why === undefined) || wanted.length > 0) console.log(said);
    isHeld &&= ok || why !== undefined;
  }
} finally {
  forwarder.close();
  forwarder.closeAllConnections();
  companion.child.kill('SIGTERM');
  await new Promise((done) => companion.child.once('exit', done));
  rmSync(root, { recursive: true, force: true });
}
process.exitCode = isHeld ? 0 : 1;
