import type { Context } from 'hono';
import type { JsonSchema, SchemaFor } from '../schemas/json-schema.ts';
import { schemaReader } from './schema-reader.ts';

/**
 * Makes the check of a request's query against the schema of an object: each field is a name of the query.
 *
 * A list is one text with commas, or several of the name; a number is written in at most 15 digits. Anything else is given
 * once. A name that the schema does not have is passed over.
 * @returns what the query says; it throws ProblemError 400 `invalid-request`.
 */
export function queryReader<Query extends object>(schema: SchemaFor<Query>): (context: Context) => Query {
  const read = schemaReader(schema, 'The query');
  const fields = Object.entries(schema.properties ?? {});
  return ({ req }) => {
    const values = fields.flatMap(([name, field]) => {
      const given = req.queries(name);
      return given === undefined ? [] : [[name, readField(field, given)] as const];
    });
    return read(Object.fromEntries(values));
  };
}

/** What cannot be read stays as it is, so that the schema refuses it. */
function readField(field: JsonSchema, given: readonly string[]): unknown {
  if (field.type === 'array') return given.flatMap((text) => text.split(','));
  const [text = ''] = given;
  if (given.length !== 1) return given;
  return field.type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}
