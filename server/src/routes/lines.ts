import { randomUUID } from 'node:crypto';
import { describeLine, type Host } from '@atip/node';
import { checkInvocation, type Invocation } from '@atip/node/internal';
import { Hono } from 'hono';
import { operation } from '../http/operation.ts';
import type { CompanionEnv, CompanionPorts } from '../ports.ts';
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

export const lines = new Hono<CompanionEnv>()
  .post(
    '/api/v1/lines/check',
    operation({
      id: 'checkLine',
      summary: 'The effects of a shell line, and the decision of the policy',
      body: LINE_CHECK_REQUEST,
      answer: LINE_CHECK,
      problems: LINE_PROBLEMS,
    }),
    async (c) => {
      const body = c.req.valid('json');
      const { line } = await checkInvocation(invocationOf(body), placedHost(body, c.env));
      if (!line) throw new TypeError('A line was checked as a call.');
      return c.var.answer(describeLine(line));
    },
  )
  .post(
    '/api/v1/lines',
    operation({
      id: 'startLine',
      summary: 'Runs a shell line in bash, in one sandbox for all its commands, if the policy allows it',
      body: LINE_REQUEST,
      answer: CALL_RESULT,
      events: CALL_EVENTS,
      problems: { ...LINE_PROBLEMS, ...RUN_PROBLEMS },
    }),
    (c) => {
      const body = c.req.valid('json');
      const input = body.input === undefined ? undefined : new TextEncoder().encode(body.input);
      const running = { host: placedHost(body, c.env), provider: body.provider, ports: c.env };
      return answerInvocation({ ...invocationOf(body), input }, running, c.req.raw);
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
