import { keyOf, nearestPlace, placeBelow } from './json-place.ts';
import type { SourceId } from './provenance-builder.ts';
import type { Target } from './target.ts';
import { isObject, writeList, writeObject, writeWhole } from './write-lines.ts';
import { writeParameter } from './write-parameter.ts';

/** Notes the lines of the schema that holds a tool's parameters. */
export function writeSchema(target: Target, schema: object): void {
  const { builder, wrapper } = target;
  writeObject(builder, schema, wrapper, (key, value) => {
    if (key === 'properties' && isObject(value)) writeProperties(target, value);
    else if (key === 'required' && Array.isArray(value))
      writeList(builder, value, wrapper, (name) => builder.line(requiredOf(target, String(name))));
    else writeWhole(builder, value, wrapper);
  });
}

function writeProperties(target: Target, properties: object): void {
  writeObject(target.builder, properties, target.wrapper, (key, property) => {
    if (isAction(target, key)) writeAction(target, property);
    else writeParameter(target, property, target.parameters.get(key) ?? [target.entry.pointer]);
  });
}

/** The property by which an action tool's command is chosen stands for no parameter. */
function isAction({ isGroup, entry }: Target, key: string): boolean {
  return isGroup && key === 'action' && entry.parameters['action'] === entry.pointer;
}

/** `action`: each value is the key of a command, in the order of the commands. */
function writeAction(target: Target, property: unknown): void {
  const { builder, commands } = target;
  const source = actionOf(target);
  if (!isObject(property)) {
    builder.line(source);
    return;
  }
  writeObject(builder, property, source, (key, value) => {
    if (key !== 'enum' || !Array.isArray(value)) writeWhole(builder, value, source);
    else
      writeList(builder, value, source, (_label, index) => {
        const place = commands[index]?.place;
        builder.line(place ? builder.source([keyOf(place)], 'made from the key of the command') : source);
      });
  });
}

function actionOf({ builder, place }: Target): SourceId {
  return builder.source([place], 'made by the dialect, to choose one of the group’s commands', 'dialect');
}

/** The parameter, and what says that it is required; arguments are without saying so. */
function requiredOf(target: Target, key: string): SourceId {
  if (isAction(target, key)) return actionOf(target);
  const pointers = target.parameters.get(key) ?? [target.entry.pointer];
  const places = pointers.map((pointer) => nearestPlace(target.root, pointer, target.place));
  const stated = places.flatMap((place) => placeBelow(place, 'required') ?? []);
  const isAsked =
    stated.some(({ node }) => node.value === true) || pointers.every((one) => one.includes('/arguments/'));
  const reason = isAsked ? 'made from the parameter, which is required' : 'strict mode lists every parameter';
  return target.builder.source([...places, ...stated], reason);
}
