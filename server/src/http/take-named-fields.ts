import type { JsonSchema } from '../schemas/json-schema.ts';
import { invalidRequest } from './invalid-request.ts';

/** Letters of a field's name in a refusal. */
const MAX_SHOWN = 80;

/**
 * What a schema names of a value from JSON, as a copy; what it does not look into is handed on as it is.
 *
 * Names that the schema does not have are left out, so that nothing that was not checked goes on. Of a list that is too
 * long, only as much is taken as shows that. So the cost is bound by the schema, and not by what a client sends.
 *
 * @param where the value in words, such as `policy`.
 * @throws ProblemError 400 for a name that is not the schema's, where the schema is closed.
 */
export function takeNamedFields(schema: JsonSchema, value: unknown, where: string): unknown {
  if (Array.isArray(value)) return takeItems(schema, value, where);
  if (schema.properties === undefined || typeof value !== 'object' || value === null) return value;
  if (schema.additionalProperties === false) refuseOthers(schema.properties, value, where);
  const named: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const own = Object.getOwnPropertyDescriptor(value, name);
    if (own !== undefined) named[name] = takeNamedFields(field, own.value, name);
  }
  return named;
}

function takeItems({ items, maxItems }: JsonSchema, list: readonly unknown[], where: string): readonly unknown[] {
  const few = maxItems === undefined || list.length <= maxItems ? list : list.slice(0, maxItems + 1);
  return items === undefined ? few : few.map((item) => takeNamedFields(items, item, where));
}

function refuseOthers(properties: Readonly<Record<string, JsonSchema>>, value: object, where: string): void {
  const other = Object.keys(value).find((name) => !Object.hasOwn(properties, name));
  if (other === undefined) return;
  throw invalidRequest(`${where} has no field ${JSON.stringify(other.slice(0, MAX_SHOWN))}.`);
}
