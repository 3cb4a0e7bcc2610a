import { type AtipTool, type CompiledEntry, type FlatCommand, parametersOf, resolveAction } from '@atip/core';

/** Properties times commands that are asked about: 40 ms or so. */
const MAX_ASKED = 200_000;

/**
 * For each property of an action tool the pointers of all parameters it stands for; the first is the one it is described as.
 *
 * Asks core what a call with every property becomes for each of the commands, so it is true by definition.
 * Limits: of a group with more properties and commands than {@link MAX_ASKED} only the first parameters.
 */
export function parameterUses(
  tool: AtipTool,
  entry: CompiledEntry,
  commands: readonly FlatCommand[],
  labels: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const keys = Object.keys(entry.parameters);
  const uses = new Map(keys.map((key) => [key, new Set([entry.parameters[key] ?? ''])]));
  const isTooMuch = keys.length * commands.length > MAX_ASKED;
  for (const [index, command] of isTooMuch ? [] : commands.entries()) {
    // Each property's value is its number, by which it is known again.
    const given: Record<string, unknown> = Object.fromEntries(keys.map((key, number) => [key, number]));
    const call = { id: '', name: entry.name, arguments: { ...given, action: labels[index] } };
    const { arguments: resolved } = resolveAction(call, [tool]);
    for (const { key, global, pointer } of parametersOf(command)) {
      const number = Object.hasOwn(resolved, key) ? resolved[key] : undefined;
      const property = typeof number === 'number' ? keys[number] : undefined;
      if (property !== undefined) uses.get(property)?.add(global ? pointer : command.pointer + pointer);
    }
  }
  return new Map([...uses].map(([key, pointers]) => [key, [...pointers]]));
}

/** The values by which an action tool's commands are chosen, wherever its provider puts them; `[]` for other tools. */
export function actionLabels(compiled: unknown): readonly string[] {
  if (typeof compiled !== 'object' || compiled === null) return [];
  const properties: unknown = Reflect.get(compiled, 'properties');
  if (typeof properties === 'object' && properties !== null) {
    const action: unknown = Reflect.get(properties, 'action');
    const values: unknown = typeof action === 'object' && action !== null ? Reflect.get(action, 'enum') : undefined;
    return Array.isArray(values) ? values.map(String) : [];
  }
  return (
    Object.values(compiled)
      .map(actionLabels)
      .find((labels) => labels.length > 0) ?? []
  );
}
