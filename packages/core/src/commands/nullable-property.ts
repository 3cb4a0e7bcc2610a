import type { OpenAIParameter } from '../types/provider.ts';
import type { CompiledParameter } from './compiled-parameters.ts';
import { plainProperty } from './parameters-schema.ts';

/**
 * A property for schemas in which every property has to be required: an optional one takes null for "not given".
 *
 * Shape: optional `state` → `{ type: ["string", "null"], enum: ["open", "closed", null], … }`.
 *
 * @see ATIP 0.3 §8.2 rule 2
 */
export function nullableProperty(compiled: CompiledParameter): OpenAIParameter {
  const plain = plainProperty(compiled);
  if (compiled.parameter.required) return plain;
  const { type, enum: values } = plain;
  // Constrained decoding can only produce what the enum lists, so a nullable enum has to list null.
  return { ...plain, type: [type, 'null'], ...(values && { enum: [...values, null] }) };
}
