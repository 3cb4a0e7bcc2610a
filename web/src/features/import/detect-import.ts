import { parseJson } from '../../text/parsed-json.ts';
import { readJson, PROVIDERS, type Provider } from '@atip/core';
import { ACCEPTANCE, asRecord, isRecord } from '@atip/core/internal';

/** UTF-16 units in which a format shows itself. */
const LOOKED_AT = 100_000;

/**
 * Says what a pasted text or a dropped file is, and by what it was recognised.
 *
 * Shape: `("Usage: rm [OPTION]... FILE", "rm.txt")` → `{ kind: "help", confidence: "likely", reason: "It has a usage line." }`.
 * A file name decides only where the text leaves it open. Never throws; code is recognised and not read.
 */
export function detectImport(text: string, fileName = ''): Detection {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty', confidence: 'certain', reason: 'There is no text.' };
  if (/^(?:\S*#)?v\d+\.[a-z0-9]\.[\w-]+$/.test(trimmed)) {
    return { kind: 'session', confidence: 'certain', reason: 'It is a share link of this page.' };
  }
  if (/^https?:\/\/\S+$/.test(trimmed)) {
    return { kind: 'address', confidence: 'certain', reason: 'It is the address of something, not the thing itself.' };
  }
  return trimmed.startsWith('{') || trimmed.startsWith('[')
    ? detectJson(trimmed)
    : detectText(trimmed.slice(0, LOOKED_AT), fileName.toLowerCase());
}

function detectJson(text: string): Detection {
  const parsed = parseJson(text);
  if (parsed.ok) return detectValue(parsed.value);
  const [issue] = readJson(text).issues;
  const place = issue?.range ? ` (line ${issue.range.start.line}: ${issue.message})` : '';
  return {
    kind: 'atip',
    confidence: 'guess',
    reason: `It begins as JSON and does not parse${place}; as a document, Problems lists what is wrong.`,
  };
}

/** Patterns stay within a line: one that may begin with line breaks goes through all that follow, from each of them. */
function detectText(text: string, fileName: string): Detection {
  if (/\bFig\.Spec\b|\bcompletionSpec\b|^[ \t]*(?:export\s+default|module\.exports|const\s+\w+\s*[:=])/m.test(text)) {
    return {
      kind: 'code',
      confidence: 'certain',
      reason: 'It is JavaScript or TypeScript, as Fig specifications are written.',
    };
  }
  if (/\.ya?ml$/.test(fileName) || isCarapace(text)) {
    return {
      kind: 'carapace',
      confidence: isCarapace(text) ? 'likely' : 'guess',
      reason: isCarapace(text)
        ? 'It is YAML with the fields of a carapace specification.'
        : 'The file’s name ends as YAML does.',
    };
  }
  if (/^[ \t]*(?:usage|synopsis|verwendung|aufruf)\b/im.test(text)) {
    return { kind: 'help', confidence: 'likely', reason: 'It has a usage line.' };
  }
  if (/^[ \t]+--?[a-z0-9][\w-]*/im.test(text)) {
    return { kind: 'help', confidence: 'likely', reason: 'It has lines that begin with options.' };
  }
  return { kind: 'help', confidence: 'guess', reason: 'It is plain text, and nothing else was recognised.' };
}

function isCarapace(text: string): boolean {
  return /^name:\s*\S/m.test(text) && /^(?:flags|persistentflags|commands|completion|parsing):/m.test(text);
}

type Fields = Readonly<Record<string, unknown>>;

interface Sign {
  readonly kind: DetectedKind;
  readonly reason: string;
  readonly confidence?: Detection['confidence'];
  readonly holds: (value: unknown) => boolean;
}

/** The first that holds counts: those that name themselves stand before those that only look like something. */
const SIGNS: readonly Sign[] = [
  {
    kind: 'atip',
    confidence: 'certain',
    reason: 'It has the field "atip".',
    holds: (value) => isRecord(value) && value['atip'] !== undefined,
  },
  {
    kind: 'session',
    confidence: 'certain',
    reason: 'It is a file that Share made.',
    holds: (value) => isRecord(value) && typeof value['atip-session'] === 'string',
  },
  { kind: 'mcp', reason: 'Its tools have "inputSchema".', holds: (value) => toolListIn(value)?.form === 'mcp' },
  {
    kind: 'provider-tools',
    reason: 'It is a list of tools as a provider is sent them.',
    holds: (value) => toolListIn(value) !== undefined,
  },
  {
    kind: 'oclif',
    reason: 'Its commands have "id" or "flags" as oclif writes them.',
    holds: (value) => isRecord(value) && isRecord(value['commands']) && Object.values(value['commands']).some(isOclif),
  },
  {
    kind: 'canonical',
    reason: 'It has "name", "description" and "parameters" of type object.',
    holds: (value) =>
      isRecord(value) &&
      typeof value['name'] === 'string' &&
      isRecord(value['parameters']) &&
      isObjectSchema(value['parameters']),
  },
  {
    kind: 'carapace',
    reason: 'Its flags are written as carapace writes them.',
    holds: (value) =>
      isRecord(value) &&
      typeof value['name'] === 'string' &&
      (isRecord(value['flags']) || isRecord(value['persistentflags']) || Array.isArray(value['commands'])),
  },
  {
    kind: 'fig',
    reason: 'It has "subcommands", "options" or "args" as Fig writes them.',
    holds: (value) =>
      isRecord(value) && ['subcommands', 'options', 'args', 'generateSpec'].some((name) => name in value),
  },
];

/** Says what a JSON value is. What is nothing else is taken for a document, whose problems then say what it lacks. */
function detectValue(value: unknown): Detection {
  const sign = SIGNS.find(({ holds }) => holds(value));
  if (sign !== undefined) return { kind: sign.kind, confidence: sign.confidence ?? 'likely', reason: sign.reason };
  return { kind: 'atip', confidence: 'guess', reason: 'It is JSON, and nothing else was recognised.' };
}

function isOclif(command: unknown): boolean {
  return isRecord(command) && (typeof command['id'] === 'string' || isRecord(command['flags']));
}

function isObjectSchema(schema: Fields): boolean {
  return schema['type'] === 'object' || isRecord(schema['properties']);
}

interface ToolList {
  /** `mcp` is passed on as it came. */
  readonly form: Provider;
  /** As MCP writes tools: with `inputSchema`. */
  readonly tools: readonly Fields[];
}

/**
 * The tools in a list, a request body or an answer to `tools/list`; `undefined` when it holds none that a provider has.
 *
 * Shape: `[{ type: "function", function: { name: "a", parameters: {} } }]` → `{ form: "openai", tools: [{ name: "a",
 * inputSchema: {} }] }`. The first tool decides about the form; tools of another form are left out.
 */
export function toolListIn(value: unknown): ToolList | undefined {
  const tools = fieldsIn(listIn(value));
  const [first] = tools;
  if (first === undefined) return undefined;
  const form = PROVIDERS.find((provider) => ACCEPTANCE[provider].unwrap(first) !== undefined);
  // By itself, a name with parameters is a canonical schema, which only Gemini's types in capitals tell apart.
  if (form === undefined || (first === value && form === 'gemini' && !isGeminiDeclaration(first))) return undefined;
  return { form, tools: tools.flatMap((tool) => asMcp(tool, form)) };
}

function asMcp(tool: Fields, form: Provider): readonly Fields[] {
  const unwrapped = ACCEPTANCE[form].unwrap(tool) ?? [];
  if (form === 'mcp') return unwrapped.length > 0 ? [tool] : [];
  return unwrapped.map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: isRecord(schema) ? schema : { type: 'object' },
  }));
}

function listIn(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { tools, result, toolConfig, config } = value;
  const held = tools ?? asRecord(result)['tools'] ?? asRecord(toolConfig)['tools'] ?? asRecord(config)['tools'];
  // One tool by itself is a list of one.
  return held ?? [value];
}

function isGeminiDeclaration(tool: Fields): boolean {
  const { parameters, parametersJsonSchema } = tool;
  const isWrapper = tool['functionDeclarations'] !== undefined || tool['function_declarations'] !== undefined;
  return isWrapper || isRecord(parametersJsonSchema) || asRecord(parameters)['type'] === 'OBJECT';
}

function fieldsIn(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

export const IMPORT_KINDS = ['atip', 'help', 'mcp', 'provider-tools', 'canonical', 'oclif', 'fig', 'carapace'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The last four are no documents: `session` opens as a whole, the others say what to do. */
export type DetectedKind = ImportKind | 'session' | 'address' | 'code' | 'empty';

/** `certain`: the format says so itself. `guess`: nothing speaks for anything else. */
type Confidence = 'certain' | 'likely' | 'guess';

export interface Detection {
  readonly kind: DetectedKind;
  readonly confidence: Confidence;
  /** A sentence that says what it was recognised by. */
  readonly reason: string;
}

export const KIND_LABELS: Readonly<Record<DetectedKind, string>> = {
  atip: 'ATIP document',
  help: 'help text',
  mcp: 'MCP tools list',
  'provider-tools': 'tool list of a provider',
  canonical: 'canonical schema',
  oclif: 'oclif manifest',
  fig: 'Fig specification',
  carapace: 'carapace specification',
  session: 'session of this page',
  address: 'web address',
  code: 'program code',
  empty: 'nothing yet',
};

export function isImportKind(name: string): name is ImportKind {
  return IMPORT_KINDS.some((kind) => kind === name);
}

export interface ImportSource {
  readonly text: string;
  /** Absent: it was pasted. */
  readonly fileName?: string;
  /** The person's choice. Absent: as it is recognised. */
  readonly kind?: ImportKind;
  /** The command that runs the tool. Absent: as the source has it. */
  readonly toolName?: string;
  /** False: only what the source states. */
  readonly effects: boolean;
}
