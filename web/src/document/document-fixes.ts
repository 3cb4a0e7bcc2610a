/** Mends that follow from a document's text, for the issues of core that come without one. */
import type { AtipEffects, Issue } from '@atip/core';
import { CONTRADICTIONS, type JsonSource } from '@atip/core/internal';
import { isProtocolVersion } from './issues.ts';
import { exactPlace, removeBelow, replaceValue, setBelow } from './json-place.ts';

type Fix = NonNullable<Issue['fix']>;

/** By the code of an issue. For the other codes only the author knows the mend. */
const BUILDERS: Readonly<Record<string, (source: JsonSource, path: string) => Fix | undefined>> = {
  'contradictory-effects': takeBackReassurance,
  'unstated-destruction': stateDestruction,
};

/**
 * Adds to issues the mend that follows from the text, where there is one.
 *
 * No mend invents facts: `missing-effects` has none, because we can know neither what a command does nor that it does nothing,
 * and a policy would believe whatever a mend wrote there.
 */
export function withFixes(source: JsonSource | undefined, issues: readonly Issue[]): readonly Issue[] {
  if (source === undefined) return issues;
  return issues.map((issue) => {
    const build = isProtocolVersion(issue.path) ? changeProtocol : BUILDERS[issue.code];
    const fix = issue.fix ?? build?.(source, issue.path);
    return fix === undefined ? issue : { ...issue, fix };
  });
}

/** The version that is written where a document's own is unknown. */
const KNOWN_VERSION = '0.4';

function changeProtocol(source: JsonSource, pointer: string): Fix | undefined {
  const place = exactPlace(source, pointer);
  return place && { title: `Change to ${KNOWN_VERSION}`, edits: [replaceValue(source, place.node, KNOWN_VERSION)] };
}

/**
 * Removes the first reassurance that contradicts a stated harm. Only the author knows which of the two is wrong; without the
 * reassurance the effect is open, and open never counts as safe.
 */
function takeBackReassurance(source: JsonSource, pointer: string): Fix | undefined {
  const effects = exactPlace(source, pointer);
  if (effects === undefined) return undefined;
  // Core has read the document of this issue, so the value has its form.
  const stated = effects.node.value as AtipEffects;
  const [, path] = CONTRADICTIONS.find(([, , holds]) => holds(stated)) ?? [];
  if (path === undefined) return undefined;
  return { title: `Remove "${path}": the harm counts`, edits: removeBelow(source, effects.node, path.split('.')) };
}

/**
 * States the destruction that a command's name suggests. It only adds harm; it does nothing when the command says
 * that it can be undone, because both cannot be true.
 */
function stateDestruction(source: JsonSource, pointer: string): Fix | undefined {
  const command = exactPlace(source, pointer);
  if (command === undefined || exactPlace(source, `${pointer}/effects/reversible`)?.node.value === true)
    return undefined;
  const edits = setBelow(source, command.node, ['effects', 'destructive'], true);
  return edits.length === 0 ? undefined : { title: 'State that it destroys', edits };
}
