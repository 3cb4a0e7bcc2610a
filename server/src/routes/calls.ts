import { route } from '../http/route.ts';
import { text } from '../http/schema.ts';
import type { CompanionPorts } from '../ports.ts';
import { CALL_CHECK, CALL_EVENTS, CALL_REQUEST, CALL_RESULT, DECISION_REQUEST } from './call-schemas.ts';
import { answerCheck } from './check-request.ts';
import { answerCall } from './start-call.ts';

const CONFLICTS = ['executable-missing', 'executable-unreadable', 'executable-replaced', 'checksum-mismatch'] as const;

const CALL_PROBLEMS = { 404: ['unknown-command'], 409: CONFLICTS, 413: ['arguments-too-large'] } as const;

export const checkCallRoute = route(
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
  ({ body }, ports: CompanionPorts) => answerCheck(body, ports),
);

export const startCall = route(
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
      409: [...CONFLICTS, 'executable-changed', 'call-cancelled'],
      422: ['validation-failed'],
      429: ['too-many-calls', 'rate-limited'],
      500: ['audit-failed', 'execution-failed'],
      503: ['shutting-down'],
    },
  },
  ({ body, request }, ports: CompanionPorts) => answerCall(body, request, ports),
);

export const decideCall = route(
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
  ({ body, param }, { calls }: CompanionPorts) => calls.decide(param('id'), body),
);

export const cancelCall = route(
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
  ({ param }, { calls }: CompanionPorts) => calls.cancel(param('id')),
);
