/** Compiled tools as something to paste: a request, or a program that sends it and prints the calls that come back. */
import { buildRequest, type CompileSettings, type Provider, type ProviderTool } from '@atip/core';
import { EXAMPLES, FACTS, type ProviderEndpoint } from '@atip/core/internal';

/** MCP has no request that carries tools: `request` is a server's answer, `typescript` a server, and there is no `curl`. */
export type SnippetKind = 'request' | 'curl' | 'typescript';

export interface Snippet {
  /** Ends with a line feed. */
  readonly text: string;
  readonly fileName: string;
  /** How to run it and what it needs: plain sentences. */
  readonly note: string;
}

interface SnippetSettings extends CompileSettings {
  /** The user's message. Absent: a sentence that asks for a call. */
  readonly prompt?: string;
}

const ENDINGS = { request: 'request.json', curl: 'call.sh', typescript: 'call.mts' } as const;
const PROMPT = 'Call the one of these tools that changes the least, with arguments of your choice.';

/**
 * Writes a snippet. Nothing that a document says can become code in it. Programs read the provider's usual environment
 * variables for the key and for another address.
 *
 * @param settings those the tools were compiled with
 */
export function snippetFor(
  kind: SnippetKind,
  provider: Provider,
  tools: readonly ProviderTool[],
  { prompt = PROMPT, ...settings }: SnippetSettings = {},
): Snippet {
  const fileName = `${provider}-${provider === 'mcp' ? ENDINGS[kind].replace('call', 'server') : ENDINGS[kind]}`;
  const { endpoint } = EXAMPLES[provider];
  const { text, note } =
    endpoint === undefined
      ? ofMcp(kind, tools, fileName)
      : ofProvider(kind, provider, endpoint, { ...endpoint.ask(prompt), ...buildRequest(provider, tools, settings) });
  const { most } = FACTS[provider].limits.tools;
  const excess =
    most !== undefined && tools.length > most
      ? ` It will be refused: ${tools.length} tools, and ${most} is the most.`
      : '';
  return { text, fileName, note: note + excess };
}

interface Written {
  readonly text: string;
  readonly note: string;
}

/** @param body without the model */
function ofProvider(kind: SnippetKind, provider: Provider, endpoint: ProviderEndpoint, body: object): Written {
  const { model } = endpoint;
  const isModelInBody = !endpoint.path.includes('{model}');
  const needs = `It needs ${endpoint.keyVariable} in the environment; ${endpoint.baseVariable} changes the address.`;
  switch (kind) {
    case 'request': {
      const address = endpoint.base.replace('{region}', 'us-east-1') + endpoint.path.replace('{model}', model);
      const whole = isModelInBody ? { model, ...body } : body;
      return { text: `${plainJson(whole)}\n`, note: `The whole body of POST ${address}.` };
    }
    case 'curl':
      return {
        text: curlText(endpoint, model, body, isModelInBody),
        note: `Paste it into a shell. ${needs} With jq it prints the calls, without it the whole answer.`,
      };
    case 'typescript':
      return {
        text: typescriptText(endpoint, model, body, isModelInBody),
        note: `${nodeNote(`${provider}-${ENDINGS.typescript}`)}, nothing to install. ${needs}`,
      };
  }
}

function ofMcp(kind: SnippetKind, tools: readonly ProviderTool[], fileName: string): Written {
  if (kind !== 'typescript') {
    const text = `${plainJson({ jsonrpc: '2.0', id: 1, result: { tools } })}\n`;
    return { text, note: 'A server answers this to tools/list; MCP has no request that carries tools.' };
  }
  const note = `npm install @modelcontextprotocol/sdk@1, then ${nodeNote(fileName)}: a server over standard input and output; it lists the tools and runs none, which atip mcp does.`;
  return { text: mcpTypeScript(tools), note };
}

/** Node strips types from 22.18 on. The snippet has none, so for an older Node only the file name is in the way. */
function nodeNote(fileName: string): string {
  return `node ${fileName} with Node 22.18 or newer; for Node 20 name it ${fileName.replace('.mts', '.mjs')}`;
}

/**
 * A request for a POSIX shell with curl; with jq the answer's calls are printed, without it all of the answer.
 *
 * The body is in a quoted here-document, in which a shell changes nothing; no line of indented JSON ends it. There are no
 * comments, since zsh takes none that is typed or pasted.
 *
 * @param body without the model
 */
function curlText(endpoint: ProviderEndpoint, model: string, body: object, isModelInBody: boolean): string {
  const { base, baseVariable, path, keyHeader, keyVariable, headers, jq } = endpoint;
  const [keyName, prefix] = keyHeader;
  const host = base.replace('{region}', `\${AWS_REGION:-us-east-1}`);
  // Not `$model:`, which zsh reads as a modifier.
  const address = `\${${baseVariable}:-${host}}${path.replace('{model}', () => `\${model}`)}`;
  const fixed = Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}' \\`);
  return [
    `model='${model}'`,
    isModelInBody ? '{ printf \'{\\n  "model": "%s",\\n\' "$model"; cat <<\'ATIP_BODY\'' : "cat <<'ATIP_BODY' |",
    isModelInBody ? plainJson(body).replace(/^\{\n/, '') : plainJson(body),
    'ATIP_BODY',
    ...(isModelInBody ? ['} |'] : []),
    `curl -sS "${address}" \\`,
    `  -H "${keyName}: ${prefix}\${${keyVariable}:?is not set}" \\`,
    ...fixed,
    "  -H 'Content-Type: application/json' \\",
    '  --data-binary @- |',
    'if command -v jq >/dev/null',
    `then jq '(${jq} | select(length > 0)) // .'`,
    'else cat',
    'fi',
    '',
  ].join('\n');
}

/**
 * A request in TypeScript that is JavaScript, too, with nothing but what Node has; the answer's calls are printed.
 *
 * @param body without the model
 */
function typescriptText(endpoint: ProviderEndpoint, model: string, body: object, isModelInBody: boolean): string {
  const { base, baseVariable, path, keyHeader, keyVariable, headers, typescript } = endpoint;
  const [keyName, prefix] = keyHeader;
  const region = `\${process.env.AWS_REGION || 'us-east-1'}`;
  const standard = base.includes('{region}') ? `\`${base.replace('{region}', () => region)}\`` : `'${base}'`;
  const url = `\`\${BASE}${path.replace('{model}', () => `\${MODEL}`)}\``;
  const lines = [
    "    'Content-Type': 'application/json',",
    `    '${keyName}': ${prefix === '' ? 'KEY' : `\`${prefix}\${KEY}\``},`,
    ...Object.entries(headers).map(([name, value]) => `    '${name}': '${value}',`),
  ];
  return [
    `const MODEL = '${model}';`,
    `const BASE = process.env.${baseVariable} || ${standard};`,
    `const KEY = process.env.${keyVariable};`,
    `if (!KEY) throw new Error('Set ${keyVariable} first.');`,
    '',
    `const body = ${jsonInTypeScript(body).replace(/^\{/, isModelInBody ? '{\n  "model": MODEL,' : '{')};`,
    '',
    `const response = await fetch(${url}, {`,
    "  method: 'POST',",
    '  headers: {',
    ...lines,
    '  },',
    '  body: JSON.stringify(body),',
    '});',
    'const text = await response.text();',
    "if (!response.ok) throw new Error(response.status + ': ' + text);",
    'const answer = JSON.parse(text);',
    '',
    'const calls = [];',
    ...typescript,
    'for (const call of calls.length > 0 ? calls : [answer]) console.log(JSON.stringify(call, null, 2));',
    '',
  ].join('\n');
}

/** A value as a literal. `"__proto__": {}` would set what an object inherits from; in brackets it is a key like any other. */
function jsonInTypeScript(value: unknown): string {
  return plainJson(value).replace(/^( *)"__proto__":/gm, '$1["__proto__"]:');
}

const LISTED = 'is only listed by this server. To run tools, use: atip mcp';

/** A server with the official package, over standard input and output. TypeScript that is JavaScript, too. */
function mcpTypeScript(tools: readonly unknown[]): string {
  return `${imported('Server', 'server/index.js')}
${imported('StdioServerTransport', 'server/stdio.js')}
${imported('CallToolRequestSchema, ListToolsRequestSchema', 'types.js')}

const server = new Server({ name: 'atip-tools', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => (${jsonInTypeScript({ tools })}));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => ({
  isError: true,
  content: [{ type: 'text', text: \`\${params.name} ${LISTED}\` }],
}));

await server.connect(new StdioServerTransport());
`;
}

/** An import of the snippet's, which is none of this page's. */
function imported(names: string, file: string): string {
  return `import { ${names} } from '@modelcontextprotocol/sdk/${file}';`;
}

/** Sign and emoji are told apart by U+FE0F, which therefore may stand after a sign. Line feeds are the indentation's own. */
const UNSEEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Z}|(?!\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{S})\ufe0f/gu;

/**
 * A value as indented JSON to paste anywhere: what nobody would see, such as U+202E, is written as `\u202e`.
 *
 * It contains neither U+2028, which ended a line of older JavaScript, nor `!`, by which a shell repeats its history.
 */
function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(UNSEEN, (unseen) => unseen.split('').map(escaped).join(''))
    .replaceAll('!', escaped);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
