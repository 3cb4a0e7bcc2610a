import { childAt, type JsonPlace, placeBelow } from '../json-place.ts';
import { addMember, exactPlace, type Fix, removeMembers, type SourceText } from './text-edits.ts';

/** A reassurance, by its path, that stated harm contradicts. */
type Contradiction = readonly [reassurance: readonly string[], holds: (effects: EffectReader) => boolean];

/** The value at a path of one level's effects. */
type EffectReader = (...path: readonly string[]) => unknown;

const CONTRADICTIONS: readonly Contradiction[] = [
  [['reversible'], (at) => at('destructive') === true && at('reversible') === true],
  [
    ['destructive'],
    (at) =>
      at('destructive') === false &&
      at('reversible') === false &&
      (isFilled(at('deletes')) || at('filesystem', 'delete') === true),
  ],
  [
    ['filesystem', 'write'],
    (at) =>
      at('filesystem', 'write') === false &&
      (at('filesystem', 'delete') === true || [at('creates'), at('modifies')].some(namesFiles)),
  ],
  [['cost', 'estimate'], (at) => at('cost', 'billable') === true && at('cost', 'estimate') === 'free'],
  [['network'], (at) => at('cost', 'billable') === true && at('network') === false],
  [
    ['interactive', 'stdin'],
    (at) =>
      at('interactive', 'prompts') === true &&
      at('interactive', 'stdin') === 'none' &&
      at('interactive', 'tty') !== true,
  ],
];

/**
 * Takes back the reassurances that harm, stated beside them, contradicts. Which of the two is wrong nobody but the author
 * knows; without the reassurance it is open, and what is open never counts as safe.
 */
export function takeBackReassurance(source: SourceText, pointer: string): Fix | undefined {
  const effects = exactPlace(source, pointer);
  if (effects === undefined) return undefined;
  const at: EffectReader = (...path) => placeBelow(effects, ...path)?.node.value;
  const wrong = CONTRADICTIONS.filter(([, holds]) => holds(at)).map(([path]) => path);
  if (wrong.length === 0) return undefined;
  const parents = new Map<JsonPlace, string[]>([[effects, wrong.filter(({ length }) => length === 1).flat()]]);
  for (const [parent = '', key] of wrong) {
    const place = key === undefined ? undefined : childAt(effects, parent);
    if (place && key !== undefined) parents.set(place, [key]);
  }
  const edits = [...parents].flatMap(([place, keys]) => (keys.length > 0 ? removeMembers(source, place, keys) : []));
  return { title: `Remove ${wrong.map((path) => `"${path.join('.')}"`).join(' and ')}: the harm counts`, edits };
}

/** Removes a statement that a worse one of a level above makes void; what holds stays the same. */
export function removeOverridden(source: SourceText, pointer: string): Fix | undefined {
  const cut = pointer.lastIndexOf('/');
  const parent = exactPlace(source, pointer.slice(0, cut));
  const key = pointer.slice(cut + 1);
  if (parent === undefined || exactPlace(source, pointer) === undefined) return undefined;
  return { title: 'Remove it: the level above counts', edits: removeMembers(source, parent, [key]) };
}

/**
 * States the destruction that a command's name speaks of. It only ever adds harm; none where the command says besides that
 * it can be undone, since both cannot be.
 */
export function stateDestruction(source: SourceText, pointer: string): Fix | undefined {
  const command = exactPlace(source, pointer);
  if (command === undefined) return undefined;
  const title = 'State that it destroys';
  const effects = childAt(command, 'effects');
  if (effects === undefined) return { title, edits: [addMember(source, command, 'effects', { destructive: true })] };
  if (effects.node.members === undefined || childAt(effects, 'destructive') !== undefined) return undefined;
  if (childAt(effects, 'reversible')?.node.value === true) return undefined;
  return { title, edits: [addMember(source, effects, 'destructive', true)] };
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function namesFiles(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => /^(?:files?|director(?:y|ies))$/i.test(String(item)));
}
