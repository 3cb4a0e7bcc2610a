import { type CompileSettings, MAX_TOOLS, type Provider, type ProviderTool } from '@atip/core';
import { countOf } from '../../state/health.ts';
import { PROVIDER_LABELS } from '../../state/providers.ts';
import { curlText } from './curl-text.ts';
import { ENDPOINTS } from './endpoints.ts';
import { mcpCurl, mcpPython, mcpTypeScript } from './mcp-texts.ts';
import { MODELS } from './models.ts';
import { plainJson } from './plain-json.ts';
import { pythonText } from './python-text.ts';
import { namesModel, requestBody } from './request-body.ts';
import { typescriptText } from './typescript-text.ts';

export type SnippetKind = 'json' | 'request' | 'curl' | 'python' | 'typescript';

export const SNIPPET_KINDS: readonly SnippetKind[] = ['json', 'request', 'curl', 'python', 'typescript'];

export interface Snippet {
  /** Ends with a line feed. */
  readonly text: string;
  readonly fileName: string;
  /** As Monaco calls it. */
  readonly language: 'json' | 'shell' | 'python' | 'typescript';
  /** How to run it and what it needs: plain sentences. */
  readonly note: string;
}

export interface SnippetSettings extends CompileSettings {
  /** What the user says. Absent: a sentence that asks for a call. */
  readonly prompt?: string;
}

const FORMS = {
  json: { ending: 'tools.json', language: 'json' },
  request: { ending: 'request.json', language: 'json' },
  curl: { ending: 'call.sh', language: 'shell' },
  python: { ending: 'call.py', language: 'python' },
  typescript: { ending: 'call.mts', language: 'typescript' },
} as const;

/**
 * Compiled tools as something to paste: the list, a whole request, or a program that sends it and prints the calls that come
 * back. Nothing of what a document says can become code of it.
 *
 * Programs take the key from the provider's usual variable of the environment, and from another the address. For MCP, which
 * has no such request, they are a server that lists the tools; for curl, a client that asks a server for its own.
 *
 * @param settings those the tools were compiled with
 */
export function snippetFor(
  kind: SnippetKind,
  provider: Provider,
  tools: readonly ProviderTool[],
  settings: SnippetSettings = {},
): Snippet {
  const { ending, language } = FORMS[kind];
  const fileName = `${provider}-${provider === 'mcp' ? ending.replace('call', kind === 'curl' ? 'list' : 'server') : ending}`;
  const { text, note } =
    kind === 'json'
      ? {
          text: `${plainJson(tools)}\n`,
          note: `${countOf(tools.length, 'tool')} in the form of ${PROVIDER_LABELS[provider]}.`,
        }
      : provider === 'mcp'
        ? ofMcp(kind, tools, fileName)
        : ofProvider(kind, provider, tools, settings, fileName);
  const most = MAX_TOOLS[provider];
  const isRefused = most !== null && tools.length > most;
  const excess = isRefused ? ` It will be refused: ${tools.length} tools, and ${most} is the most.` : '';
  return { text, fileName, language, note: note + excess };
}

interface Written {
  readonly text: string;
  readonly note: string;
}

function ofProvider(
  kind: Exclude<SnippetKind, 'json'>,
  provider: Exclude<Provider, 'mcp'>,
  tools: readonly ProviderTool[],
  { prompt, ...settings }: SnippetSettings,
  fileName: string,
): Written {
  const [endpoint, model, isModelInBody] = [ENDPOINTS[provider], MODELS[provider], namesModel(provider)];
  const body = requestBody(provider, tools, settings, prompt);
  const needs = `It needs ${endpoint.keyVariable} in the environment; ${endpoint.baseVariable} changes the address.`;
  switch (kind) {
    case 'request': {
      const whole = isModelInBody ? { model, ...body } : body;
      const address = endpoint.base.replace('{region}', 'us-east-1') + endpoint.path.replace('{model}', model);
      return { text: `${plainJson(whole)}\n`, note: `The whole body of POST ${address}.` };
    }
    case 'curl':
      return {
        text: curlText(endpoint, model, body, isModelInBody),
        note: `Paste it into a shell. ${needs} With jq it prints the calls, without it the whole answer.`,
      };
    case 'python':
      return {
        text: pythonText(endpoint, model, body, isModelInBody),
        note: `python3 ${fileName}, Python 3.8 or newer, nothing to install. ${needs}`,
      };
    case 'typescript':
      return {
        text: typescriptText(endpoint, model, body, isModelInBody),
        note: `${nodeNote(fileName)}, nothing to install. ${needs}`,
      };
  }
}

function ofMcp(kind: Exclude<SnippetKind, 'json'>, tools: readonly ProviderTool[], fileName: string): Written {
  const server = 'a server over standard input and output; it lists the tools and runs none, which atip mcp does.';
  switch (kind) {
    case 'request':
      return {
        text: `${plainJson({ jsonrpc: '2.0', id: 1, result: { tools } })}\n`,
        note: 'What a server answers to tools/list; MCP has no request that carries tools.',
      };
    case 'curl':
      return {
        text: mcpCurl(),
        note: 'Paste it into a shell. It asks the server at MCP_URL for its tools; MCP has no request that carries tools.',
      };
    case 'python':
      return {
        text: mcpPython(tools),
        note: `python3 ${fileName}, Python 3.8 or newer, nothing to install: ${server}`,
      };
    case 'typescript':
      return {
        text: mcpTypeScript(tools),
        note: `npm install @modelcontextprotocol/sdk@1, then ${nodeNote(fileName)}: ${server}`,
      };
  }
}

/** Node takes types out from 22.18 on; there are none, so that before it only the name is in the way. */
function nodeNote(fileName: string): string {
  return `node ${fileName} with Node 22.18 or newer; for Node 20 name it ${fileName.replace('.mts', '.mjs')}`;
}
