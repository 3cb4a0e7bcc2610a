import { resolve } from 'node:path';
import type { PolicyRule } from '@atip/core';
import { createLineJudge, type Environment, type LoadedConfiguration } from '@atip/node';
import { createRealPath, offerForWords, offerRules } from '@atip/node/internal';
import type { LineCheck, PartCheck } from '@atip/shell';

/**
 * Finds the exact rules by which a line runs without a question. Without any, `why` says why no rule can allow
 * it.
 */
export async function findLastingRules(
  line: string,
  check: LineCheck,
  place: { readonly configuration: LoadedConfiguration; readonly cwd: string; readonly env: Environment },
): Promise<{ readonly rules: readonly PolicyRule[]; readonly why: readonly string[] }> {
  const { configuration, cwd, env } = place;
  const { policy } = configuration.settings;
  const asked = check.parts.filter(({ decision }) => decision === 'confirm');
  const all = asked.map((part) => {
    // A rule about what runs in a container is about the call that enters it.
    const { directories } = (part.remote && check.parts[check.parts.indexOf(part) - 1]) ?? part;
    return offersFor({ ...part, directories }, policy, cwd);
  });
  // A container and what runs in it have one rule.
  const offered = all.flatMap(({ offers }) => offers[0] ?? []);
  const rules = [...new Map(offered.map(({ label, rule }) => [label, rule])).values()];
  const widened = {
    ...configuration,
    settings: { ...configuration.settings, policy: { ...policy, rules: [...rules, ...(policy.rules ?? [])] } },
  };
  const after = await createLineJudge({ env, cwd, configuration: widened })(line);
  if (rules.length > 0 && after.decision === 'allow') return { rules, why: [] };
  return { rules: [], why: [...new Set([...all.flatMap(({ why }) => why ?? []), ...after.reasons])] };
}

const OF_STARTED =
  'A rule about a call that starts another program is for one that is installed: not for downloads, and not for code that the call names.';

/**
 * The rules for one part: for a program that a runner starts, or one in a container, about the call that starts it with all words; for one without a document,
 * by its words.
 */
function offersFor(
  part: PartCheck,
  policy: LoadedConfiguration['settings']['policy'],
  start: string,
): ReturnType<typeof offerRules> {
  const { directories = [] } = part;
  const isPlaced = directories.every(({ unknown }) => unknown === undefined);
  const cwd = isPlaced ? createRealPath()(resolve(start, ...directories.map(({ text }) => text))) : undefined;
  if (cwd === undefined)
    return { offers: [], why: 'The directory in which it starts is not known before the line runs.' };
  const about = (call: NonNullable<PartCheck['call']>) =>
    offerRules({ command: call, arguments: call.arguments, cwd }, policy);
  if (part.enters && part.whole) return about(part.whole);
  const own = part.call && about(part.call);
  if ((part.runner ?? part.remote) && part.whole) {
    if (own?.why !== undefined) return own;
    if (part.effects['x-runs'] === 'call') return { offers: [], why: OF_STARTED };
    return about(part.whole);
  }
  if (own) return own;
  const isDescribed = part.tool !== undefined;
  const isKnown = part.words.every(({ unknown }) => unknown === undefined);
  if (isDescribed || part.program === undefined || !isKnown) return { offers: [] };
  return offerForWords([part.program, ...part.words.slice(1).map(({ text }) => text)], cwd);
}
