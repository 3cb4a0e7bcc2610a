import type { JsonSchema, JsonType } from '../schemas/json-schema.ts';

/** What a schema wants, as the end of "… must be": `one of free, low`, `a list of 1 to 100 entries`. */
export function describeSchema(schema: JsonSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return schema.const;
  const types: readonly JsonType[] = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const words = types.length === 0 ? 'something else' : types.map((type) => describeType(type, schema)).join(' or ');
  return schema.pattern === undefined ? words : `${words} that matches ${schema.pattern}`;
}

function describeType(type: JsonType, { minimum, minItems, maxItems, minLength = 0 }: JsonSchema): string {
  switch (type) {
    case 'string':
      return minLength > 0 ? 'a string that is not empty' : 'a string';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return minimum === undefined ? 'a whole number' : `a whole number from ${minimum}`;
    case 'number':
      return 'a number';
    case 'object':
      return 'an object';
    case 'array':
      return maxItems === undefined ? 'a list' : `a list of ${minItems ?? 0} to ${maxItems} entries`;
    case 'null':
      return 'null';
  }
}
