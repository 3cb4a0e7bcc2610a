import { AUDIT_LIST, AUDIT_QUERY } from '../schemas/audit-schemas.ts';
import { CALL_EVENTS, CALL_RESULT } from '../schemas/call-event-schemas.ts';
import { CALL_CHECK, CALL_REQUEST, DECISION_REQUEST } from '../schemas/call-schemas.ts';
import { DISCOVERY_EVENTS, DISCOVERY_REQUEST } from '../schemas/discovery-schemas.ts';
import { text } from '../schemas/schema-builders.ts';
import { SESSION_ANSWER, SESSION_REQUEST } from '../schemas/session-schemas.ts';
import { COMMAND_FILTER, COMMANDS_REQUEST, TOOL_DETAIL, TOOL_LIST } from '../schemas/tool-schemas.ts';
import type { RouteSpec } from './route-spec.ts';

const MCP_ROUTES: readonly RouteSpec[] = (['get', 'post', 'delete'] as const).map((method) => ({
  operationId: `${method}Mcp`,
  method,
  path: '/api/v1/mcp',
  summary: 'The Model Context Protocol over Streamable HTTP: the tools, for its clients',
  tag: 'companion',
  answer: { kind: 'foreign', description: 'As the Model Context Protocol says, also where it refuses.' },
  ...(method === 'post' && { problems: { 429: ['rate-limited'] } }),
}));

const CALL_CONFLICTS = ['executable-missing', 'executable-unreadable', 'executable-replaced', 'checksum-mismatch'];

const CALL_PROBLEMS: RouteSpec['problems'] = {
  404: ['unknown-command'],
  409: CALL_CONFLICTS,
  413: ['arguments-too-large'],
};

const TOOL_ROUTES: readonly RouteSpec[] = [
  {
    operationId: 'listTools',
    method: 'get',
    path: '/api/v1/tools',
    summary: 'Every tool there is, and what was left out',
    tag: 'companion',
    answer: { kind: 'json', status: 200, schema: TOOL_LIST },
  },
  {
    operationId: 'getTool',
    method: 'get',
    path: '/api/v1/tools/:name',
    summary: 'One tool with its document, or an excerpt',
    tag: 'companion',
    params: { name: text() },
    query: COMMAND_FILTER,
    answer: { kind: 'json', status: 200, schema: TOOL_DETAIL },
    problems: { 404: ['unknown-tool', 'unknown-command'] },
  },
  {
    operationId: 'loadCommands',
    method: 'post',
    path: '/api/v1/tools/:name/commands',
    summary: "Asks a discovered tool's program for some of its commands",
    tag: 'companion',
    params: { name: text() },
    body: COMMANDS_REQUEST,
    answer: { kind: 'json', status: 200, schema: TOOL_DETAIL },
    problems: {
      404: ['unknown-tool', 'unknown-command'],
      409: ['commands-not-loaded', 'discovery-running', 'client-gone'],
      429: ['rate-limited'],
    },
  },
  {
    operationId: 'discover',
    method: 'post',
    path: '/api/v1/discoveries',
    summary: 'Looks for tools on this machine; programs that may describe themselves are asked, in the sandbox',
    tag: 'companion',
    body: DISCOVERY_REQUEST,
    answer: { kind: 'events', events: DISCOVERY_EVENTS },
    problems: { 409: ['discovery-running'], 429: ['rate-limited'], 503: ['shutting-down'] },
  },
];

const CALL_ROUTES: readonly RouteSpec[] = [
  {
    operationId: 'checkCall',
    method: 'post',
    path: '/api/v1/calls/check',
    summary: 'Every stage of a call up to, and without, running it',
    tag: 'companion',
    body: CALL_REQUEST,
    answer: { kind: 'json', status: 200, schema: CALL_CHECK },
    problems: CALL_PROBLEMS,
  },
  {
    operationId: 'startCall',
    method: 'post',
    path: '/api/v1/calls',
    summary: 'Runs a call, as far as the policy allows; a person is asked over its events',
    tag: 'companion',
    body: CALL_REQUEST,
    answer: { kind: 'events', events: CALL_EVENTS, json: CALL_RESULT },
    problems: {
      ...CALL_PROBLEMS,
      403: ['policy-violation', 'confirmation-required', 'confirmation-lapsed', 'confirmation-denied'],
      409: [...CALL_CONFLICTS, 'executable-changed', 'call-cancelled'],
      422: ['validation-failed'],
      429: ['too-many-calls', 'rate-limited'],
      500: ['audit-failed', 'execution-failed'],
      503: ['shutting-down'],
    },
  },
  {
    operationId: 'decideCall',
    method: 'post',
    path: '/api/v1/calls/:id/decision',
    summary: "A person's answer about one call, for the command with this hash only",
    tag: 'companion',
    params: { id: text() },
    body: DECISION_REQUEST,
    answer: { kind: 'empty', status: 204 },
    problems: { 404: ['unknown-call', 'no-question'], 409: ['hash-mismatch', 'confirm-in-terminal'] },
  },
  {
    operationId: 'cancelCall',
    method: 'delete',
    path: '/api/v1/calls/:id',
    summary: 'Ends a call with its processes',
    tag: 'companion',
    params: { id: text() },
    answer: { kind: 'empty', status: 204 },
    problems: { 404: ['unknown-call'] },
  },
];

/** The routes that need the companion's machine. */
export const COMPANION_ROUTES: readonly RouteSpec[] = [
  {
    operationId: 'openSession',
    method: 'post',
    path: '/api/v1/session',
    summary: "Exchanges a link's code, once, for the token of every other route",
    tag: 'companion',
    open: true,
    body: SESSION_REQUEST,
    answer: { kind: 'json', status: 200, schema: SESSION_ANSWER },
    problems: { 401: ['code-refused'], 429: ['too-many-codes'] },
  },
  ...TOOL_ROUTES,
  ...CALL_ROUTES,
  {
    operationId: 'listAudit',
    method: 'get',
    path: '/api/v1/audit',
    summary: 'What is on record behind a number, the oldest first',
    tag: 'companion',
    query: AUDIT_QUERY,
    answer: { kind: 'json', status: 200, schema: AUDIT_LIST },
    problems: { 500: ['audit-damaged'] },
  },
  ...MCP_ROUTES,
];
