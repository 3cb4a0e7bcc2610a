import { code, prose, table } from '../markdown.ts';
import { shapes, type WrittenSchema } from './all-routes.ts';
import { schemaWords } from './schema-words.ts';

/** Every named shape with its fields, in the order of their names. */
export function shapeSections(): string {
  return Object.entries(shapes())
    .map(([name, schema]) => `### ${name}\n\n${shapeSection(schema)}`)
    .join('\n\n');
}

function shapeSection(schema: WrittenSchema): string {
  const { description, properties, required = [], additionalProperties } = schema;
  const parts = description === undefined ? [] : [prose(description)];
  if (properties) {
    const rows = Object.entries(properties).map(([name, field]) => [
      code(name),
      required.includes(name) ? '' : 'optional',
      [schemaWords(field), prose(field.description ?? '')].filter(Boolean).join('. '),
    ]);
    parts.push(table(['field', '', 'what'], rows));
  } else if (description === undefined) parts.push(`${schemaWords(schema)}.`);
  if (additionalProperties === false) parts.push('Other fields are refused.');
  return parts.join('\n\n');
}
