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

type Fields = Readonly<Record<string, TypedSchema>>;
type ObjectOf<Required extends Fields, Optional extends Fields> = Flat<
  { readonly [Name in keyof Required]: Infer<Required[Name]> } & {
    readonly [Name in keyof Optional]?: Infer<Optional[Name]>;
  }
>;
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

/** An object; other fields are ignored unless `closed`. `name`: among the components of `openapi.json`, else in place. */
export function object<Required extends Fields, Optional extends Fields = Record<never, never>>(
  name: string | undefined,
  required: Required,
  optional?: Optional,
  { closed = false }: { readonly closed?: boolean } = {},
): TypedSchema<ObjectOf<Required, Optional>> {
  return {
    title: name,
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
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
export type EventOf<Events extends Fields> = {
  [Name in keyof Events & string]: { readonly event: Name; readonly data: Infer<Events[Name]> };
}[keyof Events & string];
