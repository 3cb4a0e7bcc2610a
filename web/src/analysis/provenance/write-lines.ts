import type { ProvenanceBuilder, SourceId } from './provenance-builder.ts';

/** True for what JSON writes between braces. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Notes the lines of an object as `JSON.stringify` with an indent writes them: one if it is empty, else those of its braces
 * and of its members.
 *
 * @param braces the source of the lines of its braces
 * @param member notes the lines of one member
 */
export function writeObject(
  builder: ProvenanceBuilder,
  value: object,
  braces: SourceId,
  member: (key: string, value: unknown) => void,
): void {
  builder.line(braces);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  if (members.length === 0) return;
  for (const [key, one] of members) member(key, one);
  builder.line(braces);
}

/** As `writeObject`, for a list. */
export function writeList(
  builder: ProvenanceBuilder,
  list: readonly unknown[],
  brackets: SourceId,
  item: (value: unknown, index: number) => void,
): void {
  builder.line(brackets);
  if (list.length === 0) return;
  for (const [index, one] of list.entries()) item(one, index);
  builder.line(brackets);
}

/** Notes every line of a value with one source. */
export function writeWhole(builder: ProvenanceBuilder, value: unknown, source: SourceId): void {
  if (Array.isArray(value)) writeList(builder, value, source, (item) => writeWhole(builder, item, source));
  else if (isObject(value)) writeObject(builder, value, source, (_key, member) => writeWhole(builder, member, source));
  else builder.line(source);
}
