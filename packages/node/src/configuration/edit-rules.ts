import { dirname, join } from 'node:path';
import { ExecutionError, type PolicyRule } from '@atip/core';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { withFileLock } from '../files/file-lock.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import type { Configuration } from './configuration-fields.ts';
import { MAX_CONFIGURATION, parseConfiguration, readConfiguration } from './read-configuration.ts';

/** The person's own configuration file. */
export function personalFile(env: Environment): string {
  return join(xdgPaths(env).config, 'config.json');
}

/**
 * Puts a rule before the others of the person's configuration; one that is there already stays as it is.
 *
 * @throws ExecutionError when the file would be refused as it is, or with the rule; LockTimeoutError; the system's error
 */
export async function addRule(env: Environment, rule: PolicyRule): Promise<void> {
  const { note: _note, ...bare } = rule;
  await changeRules(env, (rules) => {
    const isKnown = rules.some(({ note: _other, ...one }) => JSON.stringify(one) === JSON.stringify(bare));
    return isKnown ? rules : [rule, ...rules];
  });
}

/** Removes a rule of the person's configuration. @param index from 0 on @returns it; undefined when there is none */
export async function removeRule(env: Environment, index: number): Promise<PolicyRule | undefined> {
  let removed: PolicyRule | undefined;
  await changeRules(env, (rules) => {
    removed = rules[index];
    return rules.filter((rule) => rule !== removed);
  });
  return removed;
}

/** Replaces the person's configuration as a whole, once it was found to have no problem. @throws ExecutionError when it has one */
export async function replacePersonal(env: Environment, text: string): Promise<void> {
  const path = personalFile(env);
  const [problem] = parseConfiguration(text, path).problems;
  if (problem) throw new ExecutionError(`Line ${problem.line ?? 1}: ${problem.message}`);
  if (Buffer.byteLength(text) > MAX_CONFIGURATION)
    throw new ExecutionError(`It is larger than ${MAX_CONFIGURATION} bytes.`);
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, text);
}

async function changeRules(
  env: Environment,
  edit: (rules: readonly PolicyRule[]) => readonly PolicyRule[],
): Promise<void> {
  const path = personalFile(env);
  await ensureDirectory(xdgPaths(env).state);
  await withFileLock(join(xdgPaths(env).state, 'config.lock'), async () => {
    const { state, value, problems } = await readConfiguration('person', path);
    const [problem] = problems;
    if (state === 'refused' || problem)
      throw new ExecutionError(
        `${path} is not written, because it is refused: ${problem?.message ?? 'see atip config check'}`,
      );
    const rules = value.policy?.rules ?? [];
    const edited = edit(rules);
    if (edited === rules) return;
    const changed: Configuration = { ...value, policy: { ...value.policy, rules: edited } };
    await replacePersonal(env, `${JSON.stringify(changed, null, 2)}\n`);
  });
}
