// JSON Schemas (2020-12) with the TypeScript type of the values they accept: `type X = Infer<typeof X>` needs no second declaration.

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

export interface JsonSchema {
  /** The name among the components of `openapi.json`. */
  readonly title?: string | undefined;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema | undefined;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Does not exist at run time: carries the type of the values that a schema accepts. */
declare const VALUE: unique symbol;

export type TypedSchema<Value = unknown> = JsonSchema & { readonly [VALUE]?: Value };

export type Infer<S> = S extends { readonly [VALUE]?: infer Value } ? Exclude<Value, undefined> : never;

interface Optional<Value = unknown> {
  readonly optional: TypedSchema<Value>;
}
type Fields = Readonly<Record<string, TypedSchema | Optional>>;
type ObjectOf<All extends Fields> = Flat<
  { readonly [Name in keyof All as All[Name] extends Optional ? never : Name]: Infer<All[Name]> } & {
    readonly [Name in keyof All as All[Name] extends Optional ? Name : never]?: InferOptional<All[Name]>;
  }
>;
type InferOptional<Field> = Field extends Optional<infer Value> ? Value : never;
type Flat<Value> = { [Name in keyof Value]: Value[Name] };

type More = Omit<JsonSchema, 'title' | 'type'>;

const typed =
  <Value>(type: JsonType) =>
  /** @param more its description, or further words */
  (more: string | More = {}): TypedSchema<Value> => ({
    type,
    ...(typeof more === 'string' ? { description: more } : more),
  });

export const text = typed<string>('string');
export const flag = typed<boolean>('boolean');
export const number = typed<number>('number');
export const wholeNumber = typed<number>('integer');

export const constant = <Value extends string>(value: Value): TypedSchema<Value> => ({ type: 'string', const: value });

export const oneOf = <const Choice extends string>(choices: readonly Choice[]): TypedSchema<Choice> => ({
  type: 'string',
  enum: choices,
});

export const listOf = <Item>(items: TypedSchema<Item>, more: More = {}): TypedSchema<readonly Item[]> => ({
  type: 'array',
  items,
  ...more,
});

export const recordOf = <Item>(values: TypedSchema<Item>): TypedSchema<Readonly<Record<string, Item>>> => ({
  type: 'object',
  additionalProperties: values,
});

export const orNull = <Value>(
  schema: TypedSchema<Value> & { readonly type?: JsonType },
): TypedSchema<Value | null> => ({
  ...schema,
  type: [schema.type ?? 'object', 'null'],
});

/** A field that an object may lack. */
export const optional = <Value>(schema: TypedSchema<Value>): Optional<Value> => ({ optional: schema });

/** An object; other fields are ignored unless `closed`. `name`: among the components of `openapi.json`, else in place. */
export function object<All extends Fields>(
  name: string | undefined,
  fields: All,
  { closed = false }: { readonly closed?: boolean } = {},
): TypedSchema<ObjectOf<All>> {
  const schemas = Object.entries(fields).map(([key, field]) => [key, 'optional' in field ? field.optional : field]);
  return {
    title: name,
    type: 'object',
    properties: Object.fromEntries(schemas),
    required: Object.keys(fields).filter((key) => !('optional' in (fields[key] ?? {}))),
    additionalProperties: closed ? false : undefined,
  };
}

/** A value whose form another module checks; here it is an object, or of the given `type`. */
export const foreign = <Value>(
  name: string,
  description: string,
  type: JsonType | readonly JsonType[] = 'object',
): TypedSchema<Value> => ({ title: name, description, type });

/** Events by name, as the union of the events of a route: `{ event: name, data }`. */
export type EventOf<Events extends Readonly<Record<string, TypedSchema>>> = {
  [Name in keyof Events & string]: { readonly event: Name; readonly data: Infer<Events[Name]> };
}[keyof Events & string];
