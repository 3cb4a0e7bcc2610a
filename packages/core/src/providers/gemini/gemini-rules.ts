import { toText } from '../../json/to-text.ts';
import {
  isWellFormed,
  listOf,
  namesOf,
  PLAIN_KEYWORDS,
  type Rule,
  type Schema,
  type SchemaRules,
  wellFormed,
  words,
} from '../provider-schema-rules.ts';

/** The 22 fields of `Schema`; others: 400 "Unknown name … Cannot find field", nodetool#4761. */
const FIELDS = /* @__PURE__ */ words(
  'type properties required items enum anyOf title description format minItems maxItems minimum maximum nullable default example propertyOrdering minLength maxLength minProperties maxProperties pattern',
);

const KINDS = /* @__PURE__ */ words('properties items anyOf required title description format pattern minimum maximum');

/** REST accepts them in lower case too. */
const TYPES = /* @__PURE__ */ words('STRING NUMBER INTEGER BOOLEAN ARRAY OBJECT NULL');

/** "too many states for serving" with about 92 in forced modes, ghidra-mcp#440; others stop at 40. */
const SAFE_VALUES = 40;

const typeOf = ({ type }: Schema): string => toText(type).toUpperCase();
const isEmpty = ({ properties }: Schema): boolean => namesOf(properties).length === 0;

/** Texts in the SDK's types; proto3 JSON accepts numbers too. */
const COUNT: Rule = ['ge-int64', 'Must be a whole number.', (value) => !/^\d+$/.test(toText(value))];

/**
 * Rules for a declaration's `parameters`: the API's own dialect of OpenAPI 3.0.
 *
 * @see @google/genai 3.1.0 Schema
 */
export const GEMINI_PARAMETERS_RULES: SchemaRules = {
  // "parameters schema should be of type OBJECT"; OmniRoute#3360.
  root: 'ge-root',
  into: /* @__PURE__ */ words('properties items anyOf'),
  nodes: [
    // "must be specified when not using one_of, any_of or all_of"; LibreChat#6971.
    ['ge-type-req', 'Needs a type.', (_value, { schema }) => (schema['type'] ?? schema['anyOf']) === undefined],
    // "items: missing field"; cline#7926.
    ['ge-items', 'Needs items.', (_value, { schema }) => typeOf(schema) === 'ARRAY' && schema['items'] === undefined],
    // "properties: should be non-empty for OBJECT type", nested too; agno#2112.
    [
      'ge-empty-obj',
      'Needs properties; a tool without any has no parameters.',
      (_value, { schema }) => typeOf(schema) === 'OBJECT' && isEmpty(schema),
    ],
  ],
  all: [
    ['ge-keywords', 'No field of Schema.', (_value, _node, name) => !FIELDS.has(name)],
    // A message of proto3 cannot be read from another kind of value.
    [
      'ge-keywords',
      'Has the wrong kind of value.',
      (value, _node, name) => KINDS.has(name) && !isWellFormed(value, name),
    ],
    [
      'ge-keywords',
      'True and false are no schemas here.',
      (_value, { children }, name) =>
        KINDS.has(name) && children.some((child) => child.keyword === name && typeof child.value === 'boolean'),
    ],
  ],
  keywords: [
    {
      minItems: [COUNT],
      maxItems: [COUNT],
      minLength: [COUNT],
      maxLength: [COUNT],
      minProperties: [COUNT],
      maxProperties: [COUNT],
      anyOf: [
        // Vertex; the SDK throws "type and anyOf cannot be both populated".
        ['ge-anyof', 'Should stand alone.', (_value, { schema }) => Object.keys(schema).length > 1, 'warning'],
      ],
      // "required[0]: property is not defined"; AIStudioToAPI#154.
      required: [
        [
          'ge-required',
          'Names no property.',
          (value, { schema }) => {
            const names = new Set<unknown>(namesOf(schema['properties']));
            return listOf(value).some((name) => !names.has(name));
          },
        ],
      ],
      // A list: "Proto field is not repeating, cannot start list"; google_workspace_mcp#1099.
      type: [['ge-type', 'Must be one type; use nullable.', (_value, { schema }) => !TYPES.has(typeOf(schema))]],
      // "only 'enum' and 'date-time' are supported for STRING type".
      format: [
        [
          'ge-format',
          'Texts may have "enum" or "date-time".',
          (value, { schema }) => typeOf(schema) === 'STRING' && value !== 'enum' && value !== 'date-time',
          'warning',
        ],
      ],
      enum: [
        // "enum: only allowed for STRING type", 9router#359; the SDK's comment has integers with format "enum".
        [
          'ge-enum-type',
          'Only texts may have one.',
          (_value, { schema }) => typeOf(schema) !== 'STRING' && schema['format'] !== 'enum',
        ],
        // "enum[2]: cannot be empty"; lobehub#17293.
        ['ge-enum-empty', 'A value is empty.', (value) => listOf(value).some((one) => one === null || one === '')],
        // "Invalid value … (TYPE_STRING), 2"; azure-devops-mcp#139.
        [
          'ge-enum-str',
          'Must be texts.',
          (value) => !Array.isArray(value) || value.some((one) => one !== null && typeof one !== 'string'),
        ],
        ['ge-states', `Over ${SAFE_VALUES} may be too many.`, (value) => listOf(value).length > SAFE_VALUES, 'warning'],
      ],
    },
  ],
  // Documented; no refusal of a `-` is known.
  keys: [
    [
      'ge-propkey',
      'Should be letters, digits, _',
      (_value, _node, name) => !/^[A-Za-z_]\w{0,63}$/.test(name),
      'warning',
    ],
  ],
};

/** As documented for `responseJsonSchema`, and `const`, tried live in vercel/ai PR#20757. Others may be ignored. */
const KEYWORDS = /* @__PURE__ */ words(
  `${PLAIN_KEYWORDS} maxItems minimum maximum prefixItems oneOf propertyOrdering $id $anchor`,
);

/**
 * Rules for a declaration's `parametersJsonSchema`: ordinary JSON Schema, of which the API documents a part.
 *
 * @see @google/genai 3.1.0 FunctionDeclaration, GenerateContentConfig.responseJsonSchema
 */
export const GEMINI_JSON_SCHEMA_RULES: SchemaRules = /* @__PURE__ */ jsonSchemaRules();

function jsonSchemaRules(): SchemaRules {
  return {
    root: 'ge-root',
    nodes: [
      [
        'ge-empty-obj',
        'Leave it out without properties.',
        (_value, { isRoot, schema }) => isRoot && isEmpty(schema),
        'warning',
      ],
    ],
    all: [
      ...wellFormed(),
      ['ge-jsonschema', 'May be ignored.', (_value, _node, name) => !KEYWORDS.has(name), 'warning'],
      [
        'ge-jsonschema',
        'May be refused beside $ref.',
        (_value, { schema }, name) => schema['$ref'] !== undefined && !name.startsWith('$'),
        'warning',
      ],
    ],
  };
}
