import { randomUUID } from 'node:crypto';
import { describeLine, type Host } from '@atip/node';
import { checkInvocation, type Invocation } from '@atip/node/internal';
import { route } from '../http/route.ts';
import type { CompanionPorts } from '../ports.ts';
import {
  CALL_EVENTS,
  CALL_RESULT,
  LINE_CHECK,
  LINE_CHECK_REQUEST,
  LINE_REQUEST,
  type LineCheckRequest,
} from './call-schemas.ts';
import { answerInvocation, RUN_PROBLEMS } from './calls.ts';
import { assertCallSize, assertPolicy, hostAt } from './check-request.ts';

const LINE_PROBLEMS = { 413: ['arguments-too-large'], 422: ['no-directory'] } as const;

export const checkLineRoute = route(
  {
    operationId: 'checkLine',
    method: 'post',
    path: '/api/v1/lines/check',
    summary: 'The effects of a shell line, and the decision of the policy',
    tag: 'companion',
    body: LINE_CHECK_REQUEST,
    answer: { kind: 'json', status: 200, schema: LINE_CHECK },
    problems: LINE_PROBLEMS,
  },
  async ({ body }, ports: CompanionPorts) => {
    const { line } = await checkInvocation(invocationOf(body), placedHost(body, ports));
    if (!line) throw new TypeError('A line was checked as a call.');
    return describeLine(line);
  },
);

export const startLine = route(
  {
    operationId: 'startLine',
    method: 'post',
    path: '/api/v1/lines',
    summary: 'Runs a shell line in bash, in one sandbox for all its commands, if the policy allows it',
    tag: 'companion',
    body: LINE_REQUEST,
    answer: { kind: 'events', events: CALL_EVENTS, json: CALL_RESULT },
    problems: { ...LINE_PROBLEMS, ...RUN_PROBLEMS },
  },
  async ({ body, request }, ports: CompanionPorts) => {
    const { provider, input } = body;
    const invocation = {
      ...invocationOf(body),
      input: input === undefined ? undefined : new TextEncoder().encode(input),
    };
    return answerInvocation(invocation, { host: placedHost(body, ports), provider, ports }, request);
  },
);

/** The line of a client, whose policy can only narrow the companion's. @throws ProblemError */
function invocationOf({ line, policy }: LineCheckRequest): Invocation {
  assertCallSize(line);
  assertPolicy(policy);
  const call = { id: randomUUID(), name: 'run_line', arguments: { line } };
  return { call, line, narrowedBy: policy && { ...policy, allowInteractive: false } };
}

function placedHost({ cwd }: LineCheckRequest, { host }: CompanionPorts): Host {
  return { ...hostAt(cwd, host), tools: [], found: [], outputs: undefined };
}
