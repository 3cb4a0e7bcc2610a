import { isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import { KEYWORD_KINDS } from './schema-rules.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A value that stands where a schema belongs. */
export interface Subschema {
  readonly keyword: string;
  /** The property's name, or the place in a list; empty for a keyword that holds one schema. */
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
}

/** One schema on a walk. */
export interface SchemaNode {
  readonly schema: Schema;
  readonly path: string;
  readonly isRoot: boolean;
  /** How many objects and arrays it is part of, itself included: a root object is 1, a text in it too. */
  readonly depth: number;
  /** The names in `type`, whether it is one or a list; empty without one. */
  readonly types: readonly unknown[];
  /** The values in the schema positions of this one, one level down: not only schemas. */
  readonly children: readonly Subschema[];
}

/**
 * Calls back for a schema and every schema below it, parents first.
 *
 * It goes by position: below `properties` each key is a name, be it `enum`, `not` or `__proto__`.
 *
 * Limits: none of its own; the value is a snapshot, so a tree of at most 100 levels.
 * @param into Keywords to go down into. Absent: all that hold schemas
 * @see JSON Schema 2020-12 core §10
 */
export function walkSchema(
  root: Schema,
  path: string,
  visit: (node: SchemaNode) => void,
  into?: ReadonlySet<unknown>,
): void {
  const step = (schema: Schema, at: string, above: number): void => {
    const node = schemaNode(schema, at, at === path, above);
    visit(node);
    for (const child of node.children)
      if (isRecord(child.value) && (!into || into.has(child.keyword))) step(child.value, child.path, node.depth);
  };
  step(root, path, 0);
}

/** The node for one schema, as rules take it; `above` is the depth of the one that it is part of. */
export function schemaNode(schema: Schema, path: string, isRoot: boolean, above: number): SchemaNode {
  const types = typesOf(schema);
  const depth = types.some((type) => type === 'object' || type === 'array') ? above + 1 : above;
  return { schema, path, isRoot, depth, types, children: subschemas(schema, path) };
}

/** The names in a schema's `type`, whether it is one or a list; empty without one. */
export function typesOf({ type }: Schema): readonly unknown[] {
  if (Array.isArray(type)) return type;
  return type === undefined ? [] : [type];
}

function subschemas(schema: Schema, path: string): Subschema[] {
  const found: Subschema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = KEYWORD_KINDS.get(keyword);
    const at = `${path}/${keyword}`;
    // Drafts up to 2019-09 allow a list of schemas as `items`.
    const isList = (kind === 'schemas' || kind === 'schema') && Array.isArray(value);
    if (isList || (kind === 'map' && isRecord(value))) {
      for (const [name, item] of Object.entries(value)) {
        found.push({ keyword, name, path: joinPointer(at, name), value: item });
      }
    } else if (kind === 'schema') found.push({ keyword, name: '', path: at, value });
  }
  return found;
}
