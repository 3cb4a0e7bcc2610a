/** The schema as completion uses it: required keys first and marked, yes and no explained, templates for an empty document. */

import TEMPLATES from './templates.json';

interface SchemaNode {
  readonly description?: string;
  readonly type?: unknown;
  readonly required?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly [keyword: string]: unknown;
}

/** The language service's own keywords beside those of JSON Schema. */
export function completionSchema(schema: object): object {
  return { ...(mapped(schema) as object), defaultSnippets: TEMPLATES };
}

function mapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== 'object' || value === null) return value;
  const node: SchemaNode = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapped(child)]));
  if (node.properties === undefined) return node;
  const required = Array.isArray(node.required) ? node.required : [];
  const properties = Object.entries(node.properties).map(([key, property]) => {
    const isRequired = required.includes(key);
    const description = isRequired ? `Required. ${property.description ?? ''}`.trim() : property.description;
    return [key, { ...explained(property), description, suggestSortText: isRequired ? `0${key}` : `1${key}` }];
  });
  return { ...node, properties: Object.fromEntries(properties) };
}

function explained(property: SchemaNode): SchemaNode {
  if (property.type !== 'boolean' || property.description === undefined) return property;
  const no = 'No, and you know it. Leave the field out where you do not know: unknown is never taken for safe.';
  return { ...property, enum: [true, false], enumDescriptions: [`Yes. ${property.description}`, no] };
}
