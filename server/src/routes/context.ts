import type { RecentCommand, ToolContext } from '@atip/core';
import { readToolContext } from '@atip/core/internal';
import { ProblemError } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { foreign, listOf, object, type Schema, text } from '../http/schema.ts';
import type { CompanionPorts } from '../ports.ts';

const RECENT: Schema<RecentCommand> = foreign('RecentCommand', 'A command that ran: `tool`, `command`, `exitCode`.');

/** In the specification's form. @see ATIP 0.3 §10.3 */
const CONTEXT = object('SharedContext', {
  toolContext: object('ToolContext', {
    availableTools: listOf(text()),
    authenticatedTools: listOf(text(), { description: 'As far as their own check said so.' }),
    recentCommands: listOf(RECENT, { description: 'Oldest first, at most 20, without arguments.' }),
  }),
});
export type SharedContext = { readonly toolContext: ToolContext };

const PLACE = {
  path: '/api/v1/context',
  tag: 'companion',
  answer: { kind: 'json', status: 200, schema: CONTEXT },
} as const;

export const getContext = route(
  { ...PLACE, operationId: 'getContext', method: 'get', summary: 'The tools, their logins, and what ran' },
  (_input, { context }: CompanionPorts) => ({ toolContext: context.current() }),
);

export const shareContext = route(
  {
    ...PLACE,
    operationId: 'shareContext',
    method: 'post',
    summary: 'Adds facts of another agent: redacted, limited, and never used by a decision',
    body: object('GivenContext', {
      toolContext: foreign<ToolContext>('ToolContextIn', 'A context, as `getContext` gives it.'),
    }),
    problems: { 422: ['invalid-context'] },
  },
  ({ body }, { context }: CompanionPorts) => {
    const given = readToolContext(body);
    if (typeof given === 'string') throw new ProblemError(422, 'invalid-context', `The context ${given}.`);
    context.take(given);
    return { toolContext: context.current() };
  },
);
