import { getOwn, isRecord } from '../json/is-record.ts';
import type { SandboxAccess } from '../types/execution.ts';
import type { ExecutionPolicy, NetworkRule, SandboxMode } from '../types/policy.ts';
import type { AtipEffects, TrustSource } from '../types/tool.ts';
import { isTrustedEnough } from '../effects/trust.ts';
import { assertPolicy } from './policy-fields.ts';

/**
 * The access that a sandbox gives a command by its document: unstated access is not given.
 *
 * Shape: `{ network: true, filesystem: { write: true, paths: ["build"] } }` → `{ network: true, changes: ["build"],
 * emptyHome: false, unstated: [] }`. A person may allow fewer changes than the document states.
 *
 * @see ATIP 0.3 §3.6
 */
export function sandboxAccess(effects: AtipEffects): SandboxAccess {
  // Any value but a record states nothing.
  const all = isRecord(effects) ? effects : {};
  const filesystem = getOwn(all, 'filesystem');
  const stated = (key: string): unknown => (isRecord(filesystem) ? getOwn(filesystem, key) : undefined);
  const network = getOwn(all, 'network');
  const changesFiles = stated('write') === true || stated('delete') === true;
  return {
    network: network === true,
    changes: changesFiles ? placesOf(stated('paths')) : 'nothing',
    emptyHome: stated('read') === false,
    unstated: [
      ...(network === undefined ? (['network'] as const) : []),
      ...(!changesFiles && stated('write') === undefined ? (['changes'] as const) : []),
    ],
  };
}

/** Without a list: the working directory. An empty list: nothing. */
function placesOf(paths: unknown): SandboxAccess['changes'] {
  if (!Array.isArray(paths)) return 'working-directory';
  const named = paths.filter((path) => typeof path === 'string');
  return named.length === 0 ? 'nothing' : named;
}

/**
 * The network access that several policies leave together: `none` wins, and two lists leave their common rules. An
 * invalid value counts as `none`. @returns undefined for full access
 */
export function networkLeftBy(
  policies: readonly Pick<ExecutionPolicy, 'network'>[],
): Exclude<NetworkRule, 'all'> | undefined {
  const rules = policies.flatMap(({ network = 'all' }) => (network === 'all' ? [] : [network]));
  const lists = rules.map((rule) => (isRecord(rule) && Array.isArray(rule['allow']) ? rule['allow'] : undefined));
  const [first, ...others] = lists;
  if (rules.length === 0) return undefined;
  if (first === undefined || others.includes(undefined)) return 'none';
  return { allow: first.filter((host) => others.every((list) => list?.includes(host))) };
}

/**
 * The sandbox mode for a tool of a trust source: the policy's, else `preferred`, and `required` for sources that are
 * trusted less than `org`. Anything else in the policy's field counts as `required`.
 *
 * @throws AtipValidationError when the policy is no object
 */
export function sandboxModeFor(policy: Pick<ExecutionPolicy, 'sandbox'>, source: TrustSource): SandboxMode {
  assertPolicy(policy);
  const { sandbox } = policy;
  if (sandbox === undefined) return isTrustedEnough(source, 'org') ? 'preferred' : 'required';
  return sandbox === 'preferred' || sandbox === 'off' ? sandbox : 'required';
}
