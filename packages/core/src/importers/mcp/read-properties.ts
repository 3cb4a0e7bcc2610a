import { isRecord } from '../../json/is-record.ts';
import { isLegalFlag } from '../../metadata/legal-flag.ts';
import type { AtipOption } from '../../types/parameter.ts';
import { textOf, textsOf } from '../shared/fields.ts';
import { hasControl } from '../shared/has-control.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { McpCode } from './mcp-losses.ts';
import { readSchema } from './read-schema.ts';
import { resolveSchema } from './resolve-schema.ts';

const MAX_NAME = 200;

/** The properties of a tool's input as options, in their order. The name is the property's own; the flag is one that can be typed. */
export function readProperties(inputSchema: unknown, lose: (code: McpCode) => void): AtipOption[] {
  if (!isRecord(inputSchema)) return [];
  const schema = resolveSchema(inputSchema, inputSchema);
  const required = new Set(textsOf(schema['required']));
  const flags = new Set<string>();
  const properties = schema['properties'];
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, property]): AtipOption => {
    const fields: Fields = isRecord(property) ? property : {};
    const resolved = resolveSchema(fields, inputSchema);
    return {
      name,
      flags: [flagFor(name, flags)],
      description: textOf(fields['description']) || textOf(resolved['description']) || textOf(resolved['title']),
      ...readSchema(resolved, inputSchema, lose),
      ...(required.has(name.trim()) && { required: true }),
      ...(resolved['deprecated'] === true && { 'x-deprecated': true }),
    };
  });
}

/** A flag of its own: `--name`, without what no command line has, and with a number where another property has it already. */
function flagFor(name: string, taken: Set<string>): string {
  const plain = `--${name
    .slice(0, MAX_NAME)
    .replace(/^[-+]+/, '')
    .replace(/[\s=,]/g, '-')}`;
  const base = isLegalFlag(plain) && !hasControl(plain) ? plain : '--property';
  let flag = base;
  for (let number = taken.size + 1; taken.has(flag); number += 1) flag = `${base}-${number}`;
  taken.add(flag);
  return flag;
}
