import { dirname, join } from 'node:path';
import type { PolicyRule } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { isRecord } from '@atip/core/internal';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { withFileLock } from '../files/file-lock.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import type { Configuration } from './configuration-fields.ts';
import { MAX_CONFIGURATION, parseConfiguration, readConfiguration } from './read-configuration.ts';

/** The person's own configuration file. */
export function personalFile(env: Environment): string {
  return join(xdgPaths(env).config, 'config.json');
}

/**
 * Puts a rule before the others of the person's configuration; an existing one stays in place.
 *
 * @throws ExecutionError when the file is invalid, or would be with the rule; LockTimeoutError; the system's
 * error
 */
export async function addRule(env: Environment, rule: PolicyRule): Promise<void> {
  const { note: _note, ...bare } = rule;
  await changeRules(env, (rules) => {
    const isKnown = rules.some(({ note: _other, ...one }) => JSON.stringify(one) === JSON.stringify(bare));
    return isKnown ? rules : [rule, ...rules];
  });
}

/** Removes a rule of the person's configuration. @param index from 0 @returns the rule; undefined without one */
export async function removeRule(env: Environment, index: number): Promise<PolicyRule | undefined> {
  let removed: PolicyRule | undefined;
  await changeRules(env, (rules) => {
    removed = rules[index];
    return rules.filter((rule) => rule !== removed);
  });
  return removed;
}

/**
 * Adds a host to those that the person's configuration lets programs reach.
 * @param allow the current hosts, which may come from another file
 * @throws ExecutionError when the file is invalid, or would be with the host; LockTimeoutError; the system's
 * error
 */
export async function allowHost(env: Environment, host: string, allow: readonly string[]): Promise<void> {
  await changePersonal(env, (value) => {
    const { policy = {}, network } = value;
    const stated = policy.network ?? network;
    const known = typeof stated === 'object' ? stated.allow : allow;
    const wider = { allow: [...new Set([...known, host])] };
    return policy.network === undefined
      ? { ...value, network: wider }
      : { ...value, policy: { ...policy, network: wider } };
  });
}

/** Removes a kept rule or host from the person's configuration, if it is still there unchanged. */
export async function forgetKept(
  env: Environment,
  { rule, host }: { rule?: PolicyRule; host?: string },
): Promise<void> {
  const text = JSON.stringify(rule);
  const without = <Value>(network: Value): Value | { allow: string[] } =>
    isRecord(network) && Array.isArray(network['allow'])
      ? { allow: network['allow'].filter((one) => one !== host) }
      : network;
  // JSON leaves undefined fields out.
  await changePersonal(env, ({ policy, network, ...value }) => ({
    ...value,
    network: without(network),
    policy: policy && {
      ...policy,
      network: without(policy.network),
      rules: policy.rules?.filter((one) => JSON.stringify(one) !== text),
    },
  }));
}

/**
 * Grants a tool its login.
 * @throws ExecutionError when the file is invalid; LockTimeoutError; the system's error
 */
export async function allowLogin(env: Environment, tool: string): Promise<void> {
  await changePersonal(env, (value) => ({ ...value, credentials: { ...value.credentials, [tool]: true } }));
}

async function changeRules(
  env: Environment,
  edit: (rules: readonly PolicyRule[]) => readonly PolicyRule[],
): Promise<void> {
  await changePersonal(env, (value) => {
    const rules = value.policy?.rules ?? [];
    const edited = edit(rules);
    return edited === rules ? value : { ...value, policy: { ...value.policy, rules: edited } };
  });
}

async function changePersonal(env: Environment, edit: (value: Configuration) => object): Promise<void> {
  const path = personalFile(env);
  await locked(env, async () => {
    const { state, value, problems } = await readConfiguration('person', path);
    const [problem] = problems;
    if (state === 'refused' || problem)
      throw new ExecutionError(
        `${path} is not written, because it is refused: ${problem?.message ?? 'see atip config check'}`,
      );
    const edited = edit(value);
    if (edited !== value) await replace(path, `${JSON.stringify(edited, null, 2)}\n`);
  });
}

async function locked(env: Environment, work: () => Promise<void>): Promise<void> {
  const { state } = xdgPaths(env);
  await ensureDirectory(state);
  await withFileLock(join(state, 'config.lock'), work);
}

/** @throws ExecutionError for an invalid text */
async function replace(path: string, text: string): Promise<void> {
  const [problem] = parseConfiguration(text, path).problems;
  if (problem) throw new ExecutionError(`Line ${problem.line ?? 1}: ${problem.message}`);
  if (Buffer.byteLength(text) > MAX_CONFIGURATION)
    throw new ExecutionError(`It is larger than ${MAX_CONFIGURATION} bytes.`);
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, text);
}
