import { type Schema, Validator } from '@cfworker/json-schema';
import type { SchemaFor } from '../schemas/json-schema.ts';
import { describeFault } from './describe-fault.ts';
import { invalidRequest } from './invalid-request.ts';
import { takeNamedFields } from './take-named-fields.ts';

/**
 * Makes the check of values from JSON against one schema; it is interpreted, so that it works where no code may be compiled.
 *
 * @param whole the value in words, at the start of a sentence, such as `The body`.
 * @returns a copy of what the schema names; it throws ProblemError 400 `invalid-request`, which names the field and what it
 * must be, and never the value.
 */
export function schemaReader<Value>(schema: SchemaFor<Value>, whole: string): (value: unknown) => Value {
  // The library's type has the same fields, as lists that may be changed; it changes none.
  const validator = new Validator(schema as Schema, '2020-12');
  return (value) => {
    const named = takeNamedFields(schema, value, whole);
    const { valid, errors } = validator.validate(named);
    if (!valid) throw invalidRequest(describeFault(errors, schema, named, whole));
    // The builders make no schema that accepts anything but its type.
    return named as Value;
  };
}
