import type { ConfirmationContext, ToolCall } from '@atip/core';
import {
  AtipExecuteError,
  createCatalog,
  type ExecuteSettings,
  type Executor,
  type ExecutorConfig,
} from '@atip/core/execute';
import { assertNoShell, executorOf, questionOf } from '@atip/core/internal';
import { assertAbsolute, createHost, type Host, type HostOptions } from './host.ts';
import { inputText } from './describe-plan.ts';
import { checkAt, type Plan, planCall, runCall } from './run-call.ts';

/** A host's options, and the fields of the execute design, which say the same in `execution`. */
export type NodeExecutorConfig = HostOptions & Pick<ExecutorConfig, 'execution' | 'shell'>;

/** Core's executor, which also finds and starts programs. */
export interface NodeExecutor extends Executor {
  /**
   * The question that a person has to approve before a call runs, with the hash that the approval is bound to. Runs,
   * asks and records nothing. @returns undefined for a call that runs without a question, or is refused anyway
   */
  question(call: ToolCall, settings?: ExecuteSettings): Promise<ConfirmationContext | undefined>;
}

/**
 * Builds core's executor with processes: each call goes through `runCall`, so that its program is found, sandboxed,
 * checked again after a question, run, and recorded. `policy.confirmationHandler` asks.
 *
 * @throws the errors of `createHost`, and ExecutionError when `shell` is true: these are mistakes of the host, and not
 * reported to a model
 * @see ATIP 0.3 §6, §11
 * @example
 * import { createExecutor, listTools } from '@atip/node';
 *
 * const { found } = await listTools();
 * const executor = createExecutor({ tools: found.map(({ tool }) => tool), found });
 * const { content } = await executor.execute({ id: '1', name: 'git_status', arguments: {} });
 */
export function createExecutor({ execution = {}, shell, ...options }: NodeExecutorConfig): NodeExecutor {
  assertNoShell(shell);
  if (execution.cwd !== undefined) assertAbsolute(execution.cwd, 'execution.cwd');
  const { cwd, timeout, maxOutput, signal, environment, throwOnTimeout } = execution;
  const host = createHost({
    ...options,
    cwd: cwd ?? options.cwd,
    timeout: timeout ?? options.timeout,
    maxOutput: maxOutput ?? options.maxOutput,
    variables: [...(options.variables ?? []), ...(environment ?? [])],
  });
  const handler = options.policy?.confirmationHandler;
  const check: Executor['check'] = (call, settings) => checkAt(call, hostFor(host, settings));
  const question: NodeExecutor['question'] = async (call, settings) => {
    const at = hostFor(host, settings);
    const checked = checkAt(call, at);
    if (!checked.ok || checked.decision !== 'confirm') return undefined;
    // Reasons against running are thrown again when the call runs.
    return planCall(checked, {}, at).then((plan) => contextOf(plan, at), undefinedFor);
  };
  const executor = executorOf({
    catalog: createCatalog(host.tools),
    separator: host.separator,
    signal: signal ?? options.signal,
    timeout: host.timeout ?? host.configuration?.settings.limits.timeout,
    throwOnTimeout,
    check,
    async run(checked, { confirmationHandler = handler, ...settings }) {
      const at = { ...hostFor(host, settings), ...perCall(settings, host) };
      const ask = confirmationHandler && ((plan: Plan) => askPerson(plan, at, confirmationHandler));
      const { result } = await runCall({ call: checked.call }, { ...at, ask: ask ?? options.ask }, checked);
      return result;
    },
  });
  return { ...executor, question };
}

function hostFor(host: Host, { cwd }: ExecuteSettings = {}): Host {
  if (cwd === undefined) return host;
  assertAbsolute(cwd);
  return { ...host, cwd };
}

/** Settings of one call override the host's. */
function perCall({ timeout, signal, onOutput }: ExecuteSettings, host: Host) {
  return { timeout: timeout ?? host.timeout, signal: signal ?? host.signal, onOutput: onOutput ?? host.onOutput };
}

async function askPerson(
  plan: Plan,
  host: Host,
  handler: NonNullable<ExecuteSettings['confirmationHandler']>,
): Promise<boolean> {
  const answer = await handler(contextOf(plan, host));
  if (typeof answer !== 'object') return answer === true;
  await host.rules.about(plan).keep(answer.rule, answer.remember);
  return true;
}

function contextOf(plan: Plan, { rules }: Host): ConfirmationContext {
  const { hash, input } = plan;
  const { offers, why: noOffer } = rules.about(plan);
  const { call, mapping, ...asked } = questionOf(plan);
  const stdin = input === undefined ? undefined : inputText(input);
  const context = { ...asked, offers, noOffer, hash, call, mapping, stdin };
  // The whole document is in it, and a question is printed and kept.
  return Object.defineProperty(context, 'mapping', { enumerable: false });
}

/** @throws every error that is not a refusal of a call */
function undefinedFor(error: unknown): undefined {
  if (!AtipExecuteError.isInstance(error)) throw error;
}
