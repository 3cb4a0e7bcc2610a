import type { ExecutorConfig, RunOutcome, ToolCall } from '@atip/core';
import { GH } from '../../../packages/core/src/testing/documents.ts';
import { HARD } from '../../../packages/core/src/testing/hard-tool.ts';
import { SECRET_EXAMPLES } from '../../../packages/core/src/testing/example-secrets.ts';
import type { Case, Context } from './context.ts';

const call = (name: string, args: Record<string, unknown>): ToolCall => ({ id: `of ${name}`, name, arguments: args });
const FILE = { 'token-file': 'token' };
const CALLS: readonly ToolCall[] = [
  call('gh_pr_list', { limit: '5', ...FILE }),
  call('gh_pr_create', { title: '-x', label: ['a', 'b'], ...FILE }),
  call('gh_repo_delete', { repo: 'a/b', ...FILE }),
  call('gh_pr_list', { state: 'none', ...FILE }),
  call('gh_pr_list', {}),
  call('git_log', { 'dry-run': 2, v: true }),
  call('nobody', {}),
];
const SECRET = SECRET_EXAMPLES[0]?.[1] ?? '';
const OUTCOME: RunOutcome = {
  ...{ exitCode: 0, stdout: `done ${SECRET} \u001b[31mred\u001b[0m\n`, stderr: 'TOKEN=abcdefgh12345678\n' },
  ...{ duration: 12, truncated: false, timedOut: false },
};

/** The executor with a host that records what it is asked to run, and without one. */
export function executeCases({ core }: Context): readonly Case[] {
  const config: ExecutorConfig = { tools: [GH, HARD], policy: { allowNetwork: true } };
  const withRun = (outcome: RunOutcome, more: Partial<ExecutorConfig> = {}) => {
    const runs: unknown[] = [];
    const run: ExecutorConfig['run'] = async (argv, { call: _call, signal: _signal, onOutput, ...options }) => {
      runs.push({ argv, options });
      await onOutput?.('stdout', outcome.stdout);
      return outcome;
    };
    return { executor: core.createExecutor({ ...config, ...more, run }), runs };
  };
  const host = async (more: Partial<ExecutorConfig>): Promise<unknown> => {
    const decisions: unknown[] = [];
    const onDecision: ExecutorConfig['onDecision'] = ({ argv, decision, approved }) => {
      decisions.push({ argv, decision, approved });
    };
    const { executor, runs } = withRun(OUTCOME, { onDecision, ...more });
    return { batch: await executor.executeBatch(CALLS), runs, decisions };
  };
  return [
    ['without a host', () => core.createExecutor(config).executeBatch(CALLS)],
    ['with a host', () => host({})],
    ['with a host that says yes', () => host({ policy: { confirmationHandler: async () => true } })],
    ['with a host that says no', () => host({ policy: { confirmAll: true, confirmationHandler: async () => false } })],
    [
      'with a host that fails',
      () => host({ policy: { confirmAll: true, confirmationHandler: () => Promise.reject(new Error('gone')) } }),
    ],
    [
      'with actions',
      () => withRun(OUTCOME, { strategy: 'action' }).executor.execute(call('gh_pr', { action: 'list', ...FILE })),
    ],
    [
      'in pieces',
      async () => {
        const { executor } = withRun(OUTCOME);
        return Promise.all(CALLS.slice(0, 2).map(async (one) => collect(executor.executeStream(one))));
      },
    ],
    ['checked only', () => CALLS.map((one) => core.createExecutor(config).validate(one))],
    ...[0, 1, 127, null].map(
      (exitCode): Case => [
        `exit ${exitCode}`,
        () => withRun({ ...OUTCOME, exitCode }).executor.execute(CALLS[0] ?? call('', {})),
      ],
    ),
    [
      'out of time',
      () =>
        withRun({ ...OUTCOME, exitCode: null, timedOut: true, truncated: true }).executor.execute(
          CALLS[0] ?? call('', {}),
        ),
    ],
    [
      'patterns',
      () =>
        core.expandPattern(
          {
            name: 'p',
            description: 'd',
            steps: [{ command: 'gh pr list --limit {n}' }],
            variables: { n: { type: 'integer', description: 'n' } },
          },
          { n: 5 },
        ),
    ],
    [
      'limits',
      () => [
        core.EXECUTION_LIMITS,
        core.timeoutFor({ duration: { timeout: '10s' } }, undefined),
        core.maxOutputFor(undefined),
        core.maxOutputFor(1e12),
      ],
    ],
    [
      'context',
      () =>
        core.recordCommand(core.createToolContext([GH], ['gh']), { tool: 'gh', command: 'gh pr list', exitCode: 0 }),
    ],
  ];
}

async function collect(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const event of events) all.push(event);
  return all;
}
