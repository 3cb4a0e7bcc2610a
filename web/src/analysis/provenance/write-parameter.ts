import { type Part, reasonOf } from './command-levels.ts';
import { type JsonPlace, nearestPlace, placeBelow } from './json-place.ts';
import type { SourceId } from './provenance-builder.ts';
import type { Target } from './target.ts';
import { isObject, writeList, writeObject, writeWhole } from './write-lines.ts';

/** A parameter while its property is written. */
interface Written {
  readonly target: Target;
  readonly place: JsonPlace;
  /** Others that the same property stands for. */
  readonly others: readonly JsonPlace[];
  readonly noun: 'the argument' | 'the option';
}

/** Notes the lines of one property. @param pointers of the parameters it stands for; it is described as the first one is */
export function writeParameter(target: Target, property: unknown, pointers: readonly string[]): void {
  const [place = target.place, ...others] = pointers.map((pointer) => nearestPlace(target.root, pointer, target.place));
  const noun = /\/arguments\/\d+$/.test(place.path) ? 'the argument' : 'the option';
  const written: Written = { target, place, others, noun };
  const name = placeBelow(place, 'name');
  const reason = others.length > 0 ? `made from the parameters of ${pointers.length} commands` : `made from ${noun}`;
  const whole = target.builder.source([place, ...(name ? [name] : []), ...others], reason);
  if (!isObject(property)) {
    target.builder.line(whole);
    return;
  }
  writeObject(target.builder, property, whole, (key, value) => {
    if (key === 'type') writeType(written, value);
    else if (key === 'description') target.builder.line(descriptionOf(written, value));
    else if (key === 'enum') writeEnum(written, value);
    else if (key === 'items') writeItems(written, value);
    else writeWhole(target.builder, value, whole);
  });
}

/** `type`, or the list of it and null. */
function writeType(written: Written, type: unknown): void {
  const { builder } = written.target;
  const list = Array.isArray(type) ? type : undefined;
  const source = sourceOf(written, type === 'array' || list?.includes('array') ? LISTS : SCALARS);
  if (list === undefined) builder.line(source);
  else writeList(builder, list, source, (item) => builder.line(item === 'null' ? optionalOf(written) : source));
}

/** What makes the type of a value. */
const SCALARS: readonly string[] = ['type', 'enum'];
/** What makes a list of a parameter. */
const LISTS: readonly string[] = ['variadic', 'type'];

function writeItems(written: Written, items: unknown): void {
  const { builder } = written.target;
  const source = sourceOf(written, LISTS);
  if (!isObject(items)) builder.line(source);
  else
    writeObject(builder, items, source, (key, value) => {
      if (key === 'enum') writeEnum(written, value);
      else writeWhole(builder, value, sourceOf(written, key === 'type' ? SCALARS : LISTS));
    });
}

/** Each value with its place in the document's list, where the first one of its spelling stands. */
function writeEnum(written: Written, values: unknown): void {
  const { target, place, noun } = written;
  const { builder } = target;
  const declared = placeBelow(place, 'enum');
  const source = sourceOf(written, ['enum']);
  if (!Array.isArray(values)) {
    builder.line(source);
    return;
  }
  const items = declared?.node.items ?? [];
  const spelt = new Map(items.map(({ value }, index) => [String(value), index] as const).reverse());
  writeList(builder, values, source, (value) => {
    const index = spelt.get(String(value));
    const item = declared && index !== undefined ? placeBelow(declared, String(index)) : undefined;
    if (value === null && item === undefined) builder.line(optionalOf(written));
    else builder.line(item ? builder.source([item], `made from a value of \`enum\` of ${noun}`) : source);
  });
}

/** The null by which strict schemas let a parameter be left out. */
function optionalOf({ target, place, noun }: Written): SourceId {
  const required = placeBelow(place, 'required');
  return target.builder.source([required ?? place], `null, since ${noun} is optional and strict mode asks for all`);
}

/** The prose, or the name in its place, and what compiling adds to it. */
function descriptionOf(written: Written, description: unknown): SourceId {
  const { target, place, others, noun } = written;
  const prose = placeBelow(place, 'description');
  const parts: Part[] = [];
  if (prose && prose.node.value !== '') parts.push({ place: prose, name: '`description`', owner: noun });
  else addPart(parts, place, 'name', noun);
  for (const field of ['type', 'default'])
    if (target.told.has(`${place.path}/${field}`)) addPart(parts, place, field, noun);
  if (typeof description === 'string' && description.endsWith(' when given]')) addPart(parts, place, 'x-effects', noun);
  if (parts.length === 0) return target.builder.source([place, ...others], `made from ${noun}`);
  const reason = others.length > 0 ? `${reasonOf(parts)}, the first of several` : reasonOf(parts);
  return target.builder.source([...parts.map((part) => part.place), ...others], reason);
}

function addPart(parts: Part[], place: JsonPlace, field: string, noun: string): void {
  const found = placeBelow(place, field);
  if (found) parts.push({ place: found, name: `\`${field}\``, owner: noun });
}

/** Those of these members that say something; without any the parameter itself. */
function sourceOf({ target, place, noun }: Written, fields: readonly string[]): SourceId {
  const parts: Part[] = [];
  for (const field of fields) {
    const found = placeBelow(place, field);
    const counts = field === 'variadic' ? found?.node.value === true : field !== 'enum' || found?.node.items?.length;
    if (found && counts) parts.push({ place: found, name: `\`${field}\``, owner: noun });
  }
  if (parts.length === 0) return target.builder.source([place], `made from ${noun}`);
  return target.builder.source(
    parts.map((part) => part.place),
    reasonOf(parts),
  );
}
