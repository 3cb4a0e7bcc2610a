import { code } from '../markdown.ts';
import type { WrittenSchema } from './all-routes.ts';

/** What a schema takes, in words; a shape with a name leads to it. */
export function schemaWords(schema: WrittenSchema): string {
  const { $ref, enum: values, const: only, type, pattern } = schema;
  if ($ref !== undefined) return shapeLink($ref.slice($ref.lastIndexOf('/') + 1));
  if (only !== undefined) return code(String(only));
  if (values !== undefined) return values.map((value) => code(String(value))).join(', ');
  const words = [type ?? 'anything']
    .flat()
    .map((one) => typeWords(one, schema))
    .join(' or ');
  return pattern === undefined ? words : `${words} matching ${code(pattern)}`;
}

/** A link to the section of a shape. */
function shapeLink(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}

function typeWords(type: string, schema: WrittenSchema): string {
  const { items, minItems, maxItems, properties, additionalProperties } = schema;
  if (type === 'array') {
    const range = maxItems === undefined ? '' : `${minItems ?? 0} to ${maxItems} `;
    return `list of ${range}${items ? schemaWords(items) : 'anything'}`;
  }
  if (type === 'object' && properties) {
    const fields = Object.entries(properties).map(([name, field]) => `${code(name)}: ${schemaWords(field)}`);
    return `{ ${fields.join('; ')} }`;
  }
  if (type === 'object' && typeof additionalProperties === 'object')
    return `map to ${schemaWords(additionalProperties)}`;
  return type === 'integer' || type === 'number' ? numberWords(type, schema) : type;
}

function numberWords(type: string, { minimum, maximum }: WrittenSchema): string {
  if (maximum !== undefined) return `${type} from ${minimum ?? 0} to ${maximum}`;
  return minimum === undefined ? type : `${type} from ${minimum}`;
}
