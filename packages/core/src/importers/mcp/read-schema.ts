import { isRecord } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import type { AtipOption } from '../../types/parameter.ts';
import { listOf, scalarOf } from '../shared/fields.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { McpCode } from './mcp-losses.ts';
import { resolveSchema } from './resolve-schema.ts';

type ValueFields = Pick<AtipOption, 'type' | 'enum' | 'default' | 'x-json'>;

const RULES =
  'pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems';

/** What a property takes. A value with a structure of its own becomes text that holds JSON. */
export function readSchema(schema: Fields, root: Fields, lose: (code: McpCode) => void): ValueFields {
  if (RULES.split(' ').some((rule) => schema[rule] !== undefined)) lose('import-lost-rule');
  const preset = schema['default'];
  const types = listOf(schema['type']).filter((type) => type !== 'null');
  if (types.length === 1 && types[0] === 'array') {
    const items = isRecord(schema['items']) ? resolveSchema(schema['items'], root) : {};
    const item = readScalar(items);
    if (item !== undefined) {
      const list = Array.isArray(preset) && preset.every((value) => scalarOf(value) !== undefined);
      return { type: 'array', ...(item.enum && { enum: item.enum }), ...(list && { default: preset }) };
    }
  }
  const scalar = types.length <= 1 ? readScalar(schema) : undefined;
  if (scalar !== undefined) {
    const value = preset === null ? undefined : scalarOf(preset);
    return { ...scalar, ...(value !== undefined && { default: value }) };
  }
  lose('import-json-value');
  const text = preset === undefined || preset === null ? '' : toText(preset);
  return { type: 'string', 'x-json': true, ...(text !== '' && text.length < 1000 && { default: text }) };
}

/** A schema of one plain kind of value; `undefined` for any other. */
function readScalar(schema: Fields): Pick<AtipOption, 'type' | 'enum'> | undefined {
  const [type, ...others] = listOf(schema['type']).filter((name) => name !== 'null');
  const { const: only } = schema;
  const values = Array.isArray(schema['enum']) ? schema['enum'] : only === undefined ? [] : [only];
  const choices = values.filter((value) => value !== null);
  if (others.length > 0) return undefined;
  if (choices.length > 0 && type !== 'boolean') {
    // Numbers stay numbers: a server does not take their text.
    const plain = choices.filter((value) => typeof value === 'string' || typeof value === 'number');
    return plain.length === choices.length ? { type: 'enum', enum: [...new Set(plain)] } : undefined;
  }
  if (type === 'string') return { type: schema['format'] === 'uri' ? 'url' : 'string' };
  return type === 'integer' || type === 'number' || type === 'boolean' ? { type } : undefined;
}
