import { encodeShare } from '@atip/share';
import { DEMO_TOOL, LEAKED_TOKEN } from '../../../server/src/testing/demo-tool.ts';

/** A request that a client may send, and the status of its answer. */
export interface ClientRequest {
  readonly operation: string;
  /** With its query; `{share}` stands for the id of the share that was stored before, in a header `{token}` for what deletes it. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
}

const CALL = { id: 'c1', name: 'demo_say', arguments: { text: 'hi' } };
const WIPE = { id: 'c2', name: 'demo_wipe', arguments: {} };
const PATTERN = {
  ...{ name: 'greet', description: 'Greets twice', executable: true },
  steps: [{ command: 'demo say hi' }, { command: 'demo say again' }],
};
const CONTEXT = { availableTools: ['demo'], authenticatedTools: [], recentCommands: [] };
const SOURCES = [DEMO_TOOL, JSON.stringify(DEMO_TOOL)];

export const SHARE: string = encodeShare({
  documents: [{ name: 'demo.json', text: JSON.stringify(DEMO_TOOL) }],
  provider: 'openai',
});

const OTHER_SHARE: string = encodeShare({ documents: [], provider: 'mcp' });

/** Each operation at least once as it is meant, and refusals of every kind. */
export const REQUESTS: readonly ClientRequest[] = [
  { operation: 'getHealth', path: '/api/v1/health', status: 200 },
  { operation: 'openSession', path: '/api/v1/session', body: { code: 'code-1' }, status: 200 },
  { operation: 'openSession', path: '/api/v1/session', body: { code: 'wrong' }, status: 401 },
  { operation: 'validate', path: '/api/v1/validate', body: { source: DEMO_TOOL }, status: 200 },
  { operation: 'validate', path: '/api/v1/validate', body: { source: '{"name": 1, "nmae": 2}' }, status: 200 },
  ...['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'bedrock'].map((provider) => ({
    operation: 'compile',
    path: '/api/v1/compile',
    body: { sources: SOURCES, provider, settings: { strict: true, strategy: 'action', globalOptions: 'all' } },
    status: 200,
  })),
  { operation: 'compile', path: '/api/v1/compile', body: { sources: ['{'], provider: 'openai' }, status: 422 },
  { operation: 'prompt', path: '/api/v1/prompt', body: { sources: SOURCES }, status: 200 },
  { operation: 'filter', path: '/api/v1/filter', body: { text: LEAKED_TOKEN }, status: 200 },
  { operation: 'storeShare', path: '/api/v1/shares', body: { fragment: SHARE, expiresIn: 60 }, status: 200 },
  { operation: 'storeShare', path: '/api/v1/shares', body: { fragment: OTHER_SHARE, expiresIn: 60 }, status: 201 },
  { operation: 'storeShare', path: '/api/v1/shares', body: { fragment: 'hello' }, status: 400 },
  {
    operation: 'storeShare',
    path: '/api/v1/shares',
    body: { fragment: encodeShare({ documents: [], provider: 'openai', output: LEAKED_TOKEN }) },
    status: 422,
  },
  { operation: 'getShare', path: '/api/v1/shares/{share}', status: 200 },
  { operation: 'getShare', path: '/api/v1/shares/none', status: 404 },
  { operation: 'getOpenApi', path: '/api/v1/openapi.json', status: 200 },
  { operation: 'openShare', path: '/s/none', status: 404 },
  { operation: 'getCompiledShare', path: '/s/{share}/gemini.json', status: 200 },
  { operation: 'getCompiledShare', path: '/s/{share}/other.json', status: 404 },
  { operation: 'listTools', path: '/api/v1/tools', status: 200 },
  { operation: 'listTools', path: '/api/v1/tools', headers: { authorization: '' }, status: 401 },
  { operation: 'listTools', path: '/api/v1/tools', headers: { origin: 'http://evil.example' }, status: 403 },
  { operation: 'getTool', path: '/api/v1/tools/demo?commands=say,wipe&depth=1', status: 200 },
  { operation: 'getTool', path: '/api/v1/tools/demo?depth=0', status: 400 },
  { operation: 'getTool', path: '/api/v1/tools/demo?commands=sing', status: 404 },
  { operation: 'loadCommands', path: '/api/v1/tools/demo/commands', body: { commands: ['say'] }, status: 200 },
  { operation: 'loadCommands', path: '/api/v1/tools/other/commands', body: { commands: ['say'] }, status: 404 },
  { operation: 'discover', path: '/api/v1/discoveries', body: { refresh: true }, status: 200 },
  {
    operation: 'checkCall',
    path: '/api/v1/calls/check',
    body: { call: CALL, policy: { confirmAll: true } },
    status: 200,
  },
  { operation: 'checkCall', path: '/api/v1/calls/check', body: { call: { ...CALL, arguments: {} } }, status: 200 },
  { operation: 'checkCall', path: '/api/v1/calls/check', body: { call: { ...CALL, name: 'x' } }, status: 404 },
  { operation: 'startCall', path: '/api/v1/calls', body: { call: CALL, provider: 'anthropic' }, status: 200 },
  {
    operation: 'startCall',
    path: '/api/v1/calls',
    body: { call: CALL },
    headers: { accept: 'application/json' },
    status: 200,
  },
  {
    operation: 'startCall',
    path: '/api/v1/calls',
    body: { call: WIPE },
    headers: { accept: 'application/json' },
    status: 403,
  },
  { operation: 'startCall', path: '/api/v1/calls', body: { call: { ...CALL, arguments: {} } }, status: 422 },
  {
    operation: 'runPattern',
    path: '/api/v1/patterns/run',
    body: { pattern: PATTERN, tool: 'demo', values: {}, from: 1 },
    status: 200,
  },
  {
    operation: 'runPattern',
    path: '/api/v1/patterns/run',
    body: { pattern: { name: 'greet' }, tool: 'demo', values: {} },
    status: 422,
  },
  { operation: 'getContext', path: '/api/v1/context', status: 200 },
  { operation: 'shareContext', path: '/api/v1/context', body: { toolContext: CONTEXT }, status: 200 },
  { operation: 'shareContext', path: '/api/v1/context', body: { toolContext: { mine: 1 } }, status: 422 },
  { operation: 'checkLine', path: '/api/v1/lines/check', body: { line: 'echo a | wc -l' }, status: 200 },
  { operation: 'checkLine', path: '/api/v1/lines/check', body: { line: 'ls', cwd: '/nowhere' }, status: 400 },
  ...(
    [
      ['echo a', 200],
      ['frobnicate', 403],
    ] as const
  ).map(([line, status]) => ({
    operation: 'startLine',
    path: '/api/v1/lines',
    body: { line },
    headers: { accept: 'application/json' },
    status,
  })),
  {
    operation: 'decideCall',
    path: '/api/v1/calls/none/decision',
    body: { approve: true, hash: 'x' },
    status: 404,
  },
  { operation: 'cancelCall', path: '/api/v1/calls/none', status: 404 },
  { operation: 'keepHost', path: '/api/v1/kept', body: { host: 'github.com', scope: 'always' }, status: 200 },
  { operation: 'forgetKept', path: '/api/v1/kept/none', status: 404 },
  { operation: 'listAudit', path: '/api/v1/audit?after=0', status: 200 },
  { operation: 'listAudit', path: '/api/v1/audit?after=-1', status: 400 },
];
