import { realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { randomUUID } from 'node:crypto';
import { describeLine, type Host } from '@atip/node';
import { checkInvocation, type Invocation } from '@atip/node/internal';
import { ProblemError } from '../http/problem.ts';
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
import { assertCallSize, assertPolicy } from './check-request.ts';

const LINE_PROBLEMS = { 400: ['no-directory'], 413: ['arguments-too-large'] } as const;

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

function placedHost(request: LineCheckRequest, ports: CompanionPorts): Host {
  return { ...ports.host, tools: [], found: [], outputs: undefined, cwd: directoryOf(request, ports.host) };
}

/**
 * The directory that a client names, resolved and below those that calls may write to: in any other a run could see what no call may.
 * @throws ProblemError 400 `no-directory`
 */
function directoryOf({ cwd: named }: LineCheckRequest, { cwd, writable = [] }: Host): string {
  if (named === undefined) return cwd;
  const path = realDirectory(resolve(cwd, named));
  const roots = [cwd, ...writable].flatMap((root) => realDirectory(root) ?? []);
  if (path !== undefined && roots.some((root) => `${path}${sep}`.startsWith(root === sep ? sep : `${root}${sep}`)))
    return path;
  throw new ProblemError(
    400,
    'no-directory',
    'cwd must name a directory below the one in which this companion runs calls.',
  );
}

function realDirectory(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
