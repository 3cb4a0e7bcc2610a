import type { JsonSchema } from '../schemas/json-schema.ts';

/** A schema as `openapi.json` has it: named ones are `{ "$ref": "#/components/schemas/NAME" }`. */
export type WrittenSchema = { readonly [keyword: string]: unknown };

export interface ComponentWriter {
  /** @throws Error when two schemas have one name. */
  write(schema: JsonSchema): WrittenSchema;
  /** What the written schemas refer to, by name. */
  components(): Readonly<Record<string, WrittenSchema>>;
}

/** Writes schemas so that each that has a title is there once, among the components. */
export function createComponentWriter(): ComponentWriter {
  const sources = new Map<string, JsonSchema>();
  const written: Record<string, WrittenSchema> = {};
  const write = (schema: JsonSchema): WrittenSchema => {
    const { title } = schema;
    if (title === undefined) return writeFields(schema, write);
    const known = sources.get(title);
    if (known !== undefined && known !== schema) throw new Error(`Two schemas are called ${title}.`);
    if (known === undefined) {
      sources.set(title, schema);
      written[title] = writeFields(schema, write);
    }
    return { $ref: `#/components/schemas/${title}` };
  };
  return { write, components: () => Object.fromEntries(Object.entries(written).sort(byName)) };
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function writeFields(
  { title: _title, properties, items, additionalProperties, ...keywords }: JsonSchema,
  write: (schema: JsonSchema) => WrittenSchema,
): WrittenSchema {
  const fields = properties && Object.entries(properties).map(([name, field]) => [name, write(field)] as const);
  return {
    ...keywords,
    ...(fields && { properties: Object.fromEntries(fields) }),
    ...(items && { items: write(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : write(additionalProperties),
    }),
  };
}
