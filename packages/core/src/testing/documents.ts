import type { RunOutcome } from '../types/execution.ts';
import type { AtipTool } from '../types/tool.ts';

/** A small host of every kind of parameter and effect, for tests. */
export const GH: AtipTool = {
  atip: { version: '0.4' },
  name: 'gh',
  version: '2.45.0',
  description: 'GitHub CLI',
  trust: { source: 'native' },
  effects: { network: true },
  globalOptions: [
    { name: 'host', flags: ['--host'], type: 'string', description: 'Host to talk to' },
    { name: 'token-file', flags: ['--token-file'], type: 'file', description: 'Token', required: true },
  ],
  commands: {
    pr: {
      description: 'Manage pull requests',
      commands: {
        list: {
          description: 'List pull requests',
          options: [
            {
              name: 'state',
              flags: ['-s', '--state'],
              type: 'enum',
              enum: ['open', 'closed', 'all'],
              default: 'open',
              description: 'Filter by state',
            },
            { name: 'limit', flags: ['-L', '--limit'], type: 'integer', description: 'How many' },
          ],
          effects: { destructive: false, reversible: true, idempotent: true },
        },
        create: {
          description: 'Create a pull request',
          options: [
            { name: 'title', flags: ['-t', '--title'], type: 'string', description: 'Title', required: true },
            { name: 'draft', flags: ['-d', '--draft'], type: 'boolean', description: 'As a draft' },
            { name: 'label', flags: ['-l', '--label'], type: 'array', description: 'Labels' },
          ],
          effects: { idempotent: false, destructive: false, creates: ['pull_request'] },
        },
      },
    },
    repo: {
      description: 'Manage repositories',
      commands: {
        delete: {
          description: 'Delete a repository',
          arguments: [{ name: 'repo', type: 'string', description: 'Repository to delete' }],
          effects: { destructive: true, reversible: false },
        },
      },
    },
  },
};

/** The required root fields, around the given commands. */
export function toolWith(commands: NonNullable<AtipTool['commands']>, more: Partial<AtipTool> = {}): AtipTool {
  return { atip: '0.3', name: 'tool', version: '1.0.0', description: 'A tool', commands, ...more };
}

/** The outcome of a successful run without output. */
export function ended(more: Partial<RunOutcome> = {}): RunOutcome {
  return { exitCode: 0, stdout: '', stderr: '', duration: 1, truncated: false, timedOut: false, ...more };
}
