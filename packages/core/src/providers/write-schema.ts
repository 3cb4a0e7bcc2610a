import type { CompiledParameter } from '../commands/parameter-shape.ts';
import type { OpenAIParameter, ParameterType } from '../types/provider.ts';

interface PropertiesAndRequired<Property> {
  readonly properties: Record<string, Property>;
  readonly required: string[];
}

interface PlainProperty {
  type: ParameterType;
  description: string;
  enum?: (string | number)[];
  items?: { type: ParameterType; enum?: (string | number)[] };
}

/**
 * Writes parameters as the properties of an object schema, in their order.
 *
 * Shape: `[repo]` → `{ properties: { repo: { type: "string", description: "Repository" } }, required: ["repo"] }`.
 *
 * @param keys the kind of a parameter's key that names its property
 * @param write a property in the provider's dialect
 * @param all true if even optional ones must be in `required`
 * @see ATIP 0.3 §8.1
 */
export function parametersSchema<Property>(
  parameters: readonly CompiledParameter[],
  keys: 'key' | 'narrowKey',
  write: (compiled: CompiledParameter) => Property,
  all = false,
): PropertiesAndRequired<Property> {
  const properties: Record<string, Property> = {};
  const required: string[] = [];
  for (const compiled of parameters) {
    const key = compiled.parameter[keys];
    // A plain assignment is safe: no parameter gets the key `__proto__`.
    properties[key] = write(compiled);
    if (all || compiled.parameter.required) required.push(key);
  }
  return { properties, required };
}

export function plainProperty({ shape }: CompiledParameter): PlainProperty {
  const { type, description, enum: values, itemType } = shape;
  if (itemType)
    return { type, description, items: values ? { type: itemType, enum: [...values] } : { type: itemType } };
  return values ? { type, description, enum: [...values] } : { type, description };
}

/**
 * A property for schemas in which every property must be required: an optional one accepts null for "not given".
 *
 * Shape: optional `state` → `{ type: ["string", "null"], enum: ["open", "closed", null], … }`.
 *
 * @see ATIP 0.3 §8.2 rule 2
 */
export function nullableProperty(compiled: CompiledParameter): OpenAIParameter<null> {
  const { type, description, enum: values, itemType } = compiled.shape;
  if (compiled.parameter.required) return plainProperty(compiled);
  if (itemType) return { ...plainProperty(compiled), type: [type, 'null'] };
  // Constrained decoding only produces listed values, so a nullable enum must list null.
  return values
    ? { type: [type, 'null'], description, enum: [...values, null] }
    : { type: [type, 'null'], description };
}
