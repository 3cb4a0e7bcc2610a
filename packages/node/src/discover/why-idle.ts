import type { AtipTool, PolicyRule } from '@atip/core';
import { idleRules } from '@atip/core/internal';
import type { Environment } from '../process/child-environment.ts';
import { findExecutable } from '../executables/find-executable.ts';
import { loadBundled } from './read-bundled-shims.ts';

/**
 * Why a rule can never match: nobody describes its program and this machine has none of its name, its command is
 * misspelt, or its commands lack a parameter. Of a program without a document the words alone count.
 *
 * @param tools documents of this machine
 */
export async function whyIdle(
  rule: PolicyRule,
  tools: readonly AtipTool[],
  env: Environment,
): Promise<string | undefined> {
  const [program = ''] = rule.run.split(' ');
  const isDescribed = tools.some(({ name }) => name === program);
  if (program.includes('/') || (!isDescribed && (await findExecutable(program, env)))) return undefined;
  const bundled = isDescribed ? undefined : await loadBundled(program, env);
  const [idle] = idleRules([rule], bundled ? [...tools, bundled] : tools);
  return idle?.message.replace(/^Rule 1, ("(?:[^"\\]|\\.)*"), /, '$1 ');
}
