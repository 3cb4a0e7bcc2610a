import type { CompiledParameter } from './compiled-parameters.ts';
import type { ParameterType } from '../types/provider.ts';
import type { ParameterShape } from './parameter-shape.ts';

/** The two fields of an object schema that depend on a command's parameters. */
interface PropertiesAndRequired<Property> {
  readonly properties: Record<string, Property>;
  readonly required: string[];
}

/** A property in the form that most dialects share. */
export interface PlainProperty {
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
 * @param keys which of a parameter's two keys names its property
 * @param write a property in the provider's dialect
 * @param all true where even optional ones have to be in `required`
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
    // A plain assignment: `giveKeys` gives nobody the key `__proto__`.
    properties[key] = write(compiled);
    if (all || compiled.parameter.required) required.push(key);
  }
  return { properties, required };
}

/** A property in ordinary JSON Schema. */
export function plainProperty({ shape }: { readonly shape: ParameterShape }): PlainProperty {
  const { type, description, enum: values, itemType } = shape;
  if (itemType)
    return { type, description, items: values ? { type: itemType, enum: [...values] } : { type: itemType } };
  return values ? { type, description, enum: [...values] } : { type, description };
}
