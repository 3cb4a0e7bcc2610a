import type { CompiledParameter } from '../../commands/parameter-shape.ts';
import { asRecord, isRecord, recordsAt } from '../../json/is-record.ts';
import { toText } from '../../json/to-text.ts';
import { checkToolList } from '../check-provider-tools.ts';
import {
  listOf,
  namesOf,
  isWellFormed,
  PLAIN_KEYWORDS,
  type Rule,
  type Schema,
  type SchemaRules,
  wellFormed,
  words,
} from '../provider-schema-rules.ts';
import type { AnswerStep, CallStep, Fail, RawAnswer, StreamReader } from '../../types/call.ts';
import type { GeminiParameter, ProviderTool } from '../../types/provider.ts';
import type {
  NamedTool,
  ProviderAcceptance,
  ProviderResponses,
  ProviderResults,
  ProviderExamples,
  ProviderFacts,
  ProviderForm,
  SchemaDialect,
} from '../provider.ts';
import { parametersSchema, plainProperty } from '../write-schema.ts';

/** "At most 512 function declarations can be specified"; gemini-cli#19083. Older documents of Vertex: 128. */
const MAX_TOOLS = 512;

/** Gemini's API. @see @google/genai 3.1.0 FunctionDeclaration; Gemini discovery document 20260816 */
export const facts: ProviderFacts = {
  label: 'Gemini',
  hasStrict: false,
  limits: { tools: { most: MAX_TOOLS }, name: { most: 128, safe: 64 }, description: {} },
};

export const form: ProviderForm<'gemini'> = {
  /**
   * Property keys use only letters, digits and `_`, and enums are strings, as the API's schema dialect asks; a command
   * without parameters has no `parameters`, because Gemini refuses an object type without properties.
   */
  write({ name, description, parameters: compiled }, { geminiSchema = 'openapi' }) {
    if (compiled.length === 0) return { name, description };
    if (geminiSchema === 'openapi') {
      const parameters = { type: 'object' as const, ...parametersSchema(compiled, 'narrowKey', textEnumProperty) };
      return { name, description, parameters };
    }
    const schema = parametersSchema(compiled, 'narrowKey', plainProperty);
    return { name, description, parametersJsonSchema: { type: 'object', ...schema, additionalProperties: false } };
  },
  wrap: (tools) => ({ tools: [{ functionDeclarations: tools.map(withoutEmpty) }] }),
  places: { names: ['/name'], description: '/description', schemas: ['/parameters', '/parametersJsonSchema'] },
  maxTools: MAX_TOOLS,
  takesDots: true,
  keys: 'narrowKey',
  hasTextEnums: ({ geminiSchema }) => geminiSchema !== 'json-schema',
};

/** Gemini refuses an object type without properties. */
function withoutEmpty(tool: ProviderTool): object {
  if (!('parameters' in tool) || namesOf(tool.parameters?.properties).length > 0) return tool;
  const { parameters: _none, ...rest } = tool;
  return rest;
}

export const responses: ProviderResponses = {
  label: 'Gemini response',
  read,
  complete: [null, 'STOP', 'FINISH_REASON_UNSPECIFIED'],
  sendsText: false,
};

export const results: ProviderResults<'gemini'> = {
  /**
   * Objects are passed as JSON. The API accepts only objects, so other values go into `output`, errors into `error`.
   * The id is repeated if Gemini sent one, rather than just the function's name.
   */
  answer({ id, name }, result, isError) {
    const callId = id === name ? {} : { id };
    const text = toText(result);
    const value: unknown = typeof result === 'string' ? text : text === 'undefined' ? null : JSON.parse(text);
    const wrapped = isError ? { error: value } : { output: value };
    const response = isRecord(value) && !isError ? value : wrapped;
    return { role: 'user', parts: [{ function_response: { ...callId, name, response } }] };
  },
  /** One content must have as many responses as the turn has calls. The SDK reads only this spelling, the API both. */
  join: (results) => [
    {
      role: 'user',
      parts: results.flatMap(({ parts }) => parts.map((part) => ({ functionResponse: part.function_response }))),
    },
  ],
};

export const acceptance: ProviderAcceptance = {
  /**
   * Function declarations, bare or wrapped in `{ functionDeclarations: [ … ] }`, in either dialect. Tools that the
   * provider hosts, such as `googleSearch`, are not checked. The maximum nesting of schemas is not published.
   */
  check(tools, settings) {
    const isLegacy = settings.limits === 'legacy';
    return checkToolList(tools, {
      max: [isLegacy ? 128 : MAX_TOOLS, 'ge-max'],
      wrapper: ['functionDeclarations', false],
      // genai 3.1.0: "Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores, dots,
      // colons and dashes, with a maximum length of 128"; 64 before 2026.
      name: { pattern: /^[A-Za-z_][\w.:-]*$/, code: 'ge-name', max: isLegacy ? 64 : 128, safe: 64 },
      // Required by the discovery document, optional in the SDK.
      description: ['ge-desc', 'warning'],
      read(body, path, report) {
        const { parameters, parametersJsonSchema: schema } = body;
        if (parameters !== undefined && schema !== undefined)
          report('tool-shape', path, 'parameters and parametersJsonSchema exclude each other.');
        if (schema !== undefined && settings.geminiSchema === 'openapi')
          report('ge-jsonschema', `${path}/parametersJsonSchema`, 'Older back ends do not know it.', 'warning');
        const schemas = [
          ['parameters', parameters, GEMINI_PARAMETERS_RULES],
          ['parametersJsonSchema', schema, GEMINI_JSON_SCHEMA_RULES],
        ] as const;
        return { body, schemas: schemas.filter(([, value]) => value !== undefined) };
      },
    });
  },
  dialects({ geminiSchema }) {
    const openApi: SchemaDialect = { rules: GEMINI_PARAMETERS_RULES, hasItems: true, hasNullable: true };
    const jsonSchema: SchemaDialect = { rules: GEMINI_JSON_SCHEMA_RULES };
    if (geminiSchema === undefined) return [openApi, jsonSchema];
    return [geminiSchema === 'openapi' ? openApi : jsonSchema];
  },
  wrapSchema(named, schema, { hasNullable }) {
    // Gemini refuses an object type without properties.
    if (namesOf(schema['properties']).length === 0) return named;
    return { ...named, [hasNullable ? 'parameters' : 'parametersJsonSchema']: schema };
  },
  unwrap(tool) {
    const declarations = tool['functionDeclarations'] ?? tool['function_declarations'];
    if (Array.isArray(declarations)) return listOf(declarations).filter(isRecord).map(declared);
    const isDeclaration = typeof tool['name'] === 'string' && SCHEMA_KEYS.some((key) => isRecord(tool[key]));
    return isDeclaration ? [declared(tool)] : undefined;
  },
};

const SCHEMA_KEYS = ['parametersJsonSchema', 'parameters'];

function declared(tool: Readonly<Record<string, unknown>>): NamedTool & { readonly schema: unknown } {
  const { name, description, parameters, parametersJsonSchema } = tool;
  return { name, description, schema: parametersJsonSchema ?? asJsonSchema(parameters, 0) };
}

/** As deep as any schema that compiles. */
const MAX_DEPTH = 100;

/** Gemini writes types in capitals; names of properties stay unchanged. */
function asJsonSchema(schema: unknown, depth: number): unknown {
  if (!isRecord(schema) || depth > MAX_DEPTH) return schema;
  const { type, properties, items, ...rest } = schema;
  const inner = (value: unknown): unknown => asJsonSchema(value, depth + 1);
  return {
    ...rest,
    ...(type !== undefined && { type: typeof type === 'string' ? type.toLowerCase() : type }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, inner(property)])),
    }),
    ...(items !== undefined && { items: inner(items) }),
  };
}

const candidate = (functionCall: object, more: object = {}): object => ({
  candidates: [{ content: { role: 'model', parts: [{ functionCall }] }, ...more }],
});

export const examples: ProviderExamples = {
  response: ({ name, arguments: args }) => candidate({ name, args }, { finishReason: 'STOP' }),
  stream: () => [
    candidate({ id: 'c1', name: 'git_log', args: { n: 2 } }),
    candidate({ id: 'c2', name: 'git_status', args: {} }, { finishReason: 'STOP' }),
  ],
  recognises: (value) =>
    'candidates' in value || 'functionCall' in value || Array.isArray(value['parts']) || isRecord(value['content']),
  ask: (prompt) => ({ contents: [{ role: 'user', parts: [{ text: prompt }] }] }),
};

/** Enums are allowed only on strings, and not with an empty value. */
function textEnumProperty({ shape }: CompiledParameter): GeminiParameter {
  const { type, description, enum: values, itemType } = shape;
  const texts = values?.map(String).filter((value) => value !== '');
  if (!texts || texts.length === 0)
    return itemType === undefined ? { type, description } : { type, description, items: { type: itemType } };
  const item = { type: 'string' as const, enum: texts };
  return itemType === undefined ? { description, ...item } : { type, description, items: item };
}

/**
 * Finds the function calls of a Gemini response.
 *
 * Shape: `{ candidates: [{ finishReason, content: { parts: [{ functionCall: { id?, name, args? } }] } }] }`, also in
 * the API's snake case. If Gemini sends no id, the function's name is used.
 *
 * @throws AtipParseError when the form is not Gemini's, or a call is a piece of a stream
 * @see ATIP 0.3 §7.2
 */
function read(response: unknown, fail: Fail): RawAnswer[] {
  return candidateCalls(response, fail).map(({ reason, calls }) => ({
    reason,
    calls: calls.map(({ id, name, args, partialArgs, willContinue }) => {
      return { id, name, arguments: args, isIncomplete: Boolean(partialArgs || willContinue) };
    }),
  }));
}

/**
 * Reads the chunks of a streamed Gemini response.
 *
 * Shape of an event: a response whose parts hold whole calls, `{ functionCall: { id?, name, args? } }`. A call in
 * pieces, which Vertex sends on request alone (`streamFunctionCallArguments`), is refused.
 */
export function stream(): StreamReader {
  let begun = 0;
  const stepOf = (
    { id, name, args, partialArgs, willContinue }: FunctionCall,
    answer: number,
    fail: Fail,
  ): CallStep => {
    if (partialArgs || willContinue) throw fail('has a tool call in pieces: leave out "streamFunctionCallArguments"');
    if (!name) throw fail('has a tool call without "name"');
    return { answer, key: begun++, start: 'call', id, name, whole: args, ends: true };
  };
  return (event, fail) =>
    candidateCalls(event, fail, []).flatMap(({ answer, reason, calls }): (CallStep | AnswerStep)[] => [
      ...calls.map((call) => stepOf(call, answer, fail)),
      reason && reason !== 'FINISH_REASON_UNSPECIFIED' ? { answer, reason } : { answer },
    ]);
}

interface FunctionCall {
  /** The function's name if Gemini sends no id. */
  readonly id: unknown;
  readonly name: unknown;
  readonly args: unknown;
  readonly partialArgs: unknown;
  readonly willContinue: unknown;
}

interface CandidateCalls {
  readonly answer: number;
  readonly reason: unknown;
  readonly calls: readonly FunctionCall[];
}

/**
 * Lists the function calls of a Gemini response, or of one chunk of it, by candidate.
 *
 * Shape: `{ candidates: [{ index?, finishReason, content: { parts: [{ functionCall }] } }] }`, also in the API's snake
 * case. A blocked prompt has feedback instead of candidates; it counts as a response without calls.
 *
 * @param absent the result for missing candidates without feedback. Absent: that is an error
 * @throws AtipParseError when the response has another form
 */
function candidateCalls(response: unknown, fail: Fail, absent?: readonly []): CandidateCalls[] {
  const { promptFeedback, prompt_feedback: feedback = promptFeedback } = asRecord(response);
  const blocked = isRecord(feedback) ? [{ finishReason: feedback['blockReason'] }] : absent;
  return recordsAt(response, 'candidates', fail, blocked).map((candidate, position) => ({
    answer: typeof candidate['index'] === 'number' ? candidate['index'] : position,
    reason: candidate['finishReason'] ?? candidate['finish_reason'],
    calls: recordsAt(candidate['content'], 'parts', fail, []).flatMap((part) => {
      const call = part['functionCall'] ?? part['function_call'] ?? undefined;
      if (call === undefined) return [];
      const { id, name, args, partialArgs, willContinue } = asRecord(call);
      return [{ id: typeof id === 'string' && id ? id : name, name, args, partialArgs, willContinue }];
    }),
  }));
}

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
const GEMINI_PARAMETERS_RULES: SchemaRules = {
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
const GEMINI_JSON_SCHEMA_RULES: SchemaRules = /* @__PURE__ */ jsonSchemaRules();

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
