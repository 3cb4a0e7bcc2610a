// Schemas that the compiler holds against the types of the contract: names, which fields may be absent, and what they are.

import type { JsonSchema, JsonType, SchemaFor } from './json-schema.ts';

type OptionalKeys<Value> = {
  [Key in keyof Value]-?: Record<never, never> extends Pick<Value, Key> ? Key : never;
}[keyof Value];

type RequiredFields<Value> = {
  readonly [Key in Exclude<keyof Value, OptionalKeys<Value>>]: SchemaFor<Value[Key]>;
};

type OptionalFields<Value> = { readonly [Key in OptionalKeys<Value>]: SchemaFor<Exclude<Value[Key], undefined>> };

type Words = Pick<JsonSchema, 'description'>;

export function text(more: Words & Pick<JsonSchema, 'pattern' | 'minLength'> = {}): SchemaFor<string> {
  return { type: 'string', ...more };
}

/** A text that is always this one. */
export function constant<Value extends string>(value: Value): SchemaFor<Value> {
  return { type: 'string', const: value };
}

export function flag(more: Words = {}): SchemaFor<boolean> {
  return { type: 'boolean', ...more };
}

export function number(more: Words = {}): SchemaFor<number> {
  return { type: 'number', ...more };
}

export function wholeNumber(more: Words & Pick<JsonSchema, 'minimum' | 'maximum'> = {}): SchemaFor<number> {
  return { type: 'integer', ...more };
}

export function oneOf<Choice extends string>(choices: readonly Choice[], more: Words = {}): SchemaFor<Choice> {
  return { type: 'string', enum: choices, ...more };
}

/** One of a union's texts; a record, since a list that lacks one would compile. */
export function choiceOf<Choice extends string>(choices: Readonly<Record<Choice, true>>): SchemaFor<Choice> {
  return { type: 'string', enum: Object.keys(choices) };
}

export function listOf<Item>(
  items: SchemaFor<Item>,
  more: Words & Pick<JsonSchema, 'minItems' | 'maxItems'> = {},
): SchemaFor<Item[]> {
  return { type: 'array', items, ...more };
}

/** An object with whatever names. */
export function recordOf<Item>(values: SchemaFor<Item>, more: Words = {}): SchemaFor<Record<string, Item>> {
  return { type: 'object', additionalProperties: values, ...more };
}

/** @param schema of one type. */
export function orNull<Value>(schema: SchemaFor<Value> & { readonly type: JsonType }): SchemaFor<Value | null> {
  return { ...schema, type: [schema.type, 'null'] };
}

/**
 * An object whose fields are those of `Value`, no more and no fewer, or it does not compile.
 *
 * @param name among the components of `openapi.json`; absent: it is written where it is used.
 */
export function objectOf<Value extends object>(
  name: string | undefined,
  required: RequiredFields<Value>,
  optional: OptionalFields<Value>,
  more: Words & { readonly additionalProperties?: false } = {},
): SchemaFor<Value> {
  return {
    ...(name !== undefined && { title: name }),
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    ...more,
  };
}

/** A value whose form is another's to say and to check; here it is an object, or what `type` says. */
export function foreign<Value>(
  name: string,
  description: string,
  type: JsonType | readonly JsonType[] = 'object',
): SchemaFor<Value> {
  return { title: name, description, type };
}
