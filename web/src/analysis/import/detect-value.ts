import { toolListIn } from './tool-list-in.ts';
import type { Detection, DetectedKind } from '../../state/import-kinds.ts';

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
    holds: (value) => isFields(value) && value['atip'] !== undefined,
  },
  {
    kind: 'session',
    confidence: 'certain',
    reason: 'It is a file that Share made.',
    holds: (value) => isFields(value) && typeof value['atip-session'] === 'string',
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
    holds: (value) => isFields(value) && isFields(value['commands']) && Object.values(value['commands']).some(isOclif),
  },
  {
    kind: 'canonical',
    reason: 'It has "name", "description" and "parameters" of type object.',
    holds: (value) =>
      isFields(value) &&
      typeof value['name'] === 'string' &&
      isFields(value['parameters']) &&
      isObjectSchema(value['parameters']),
  },
  {
    kind: 'carapace',
    reason: 'Its flags are written as carapace writes them.',
    holds: (value) =>
      isFields(value) &&
      typeof value['name'] === 'string' &&
      (isFields(value['flags']) || isFields(value['persistentflags']) || Array.isArray(value['commands'])),
  },
  {
    kind: 'fig',
    reason: 'It has "subcommands", "options" or "args" as Fig writes them.',
    holds: (value) =>
      isFields(value) && ['subcommands', 'options', 'args', 'generateSpec'].some((name) => name in value),
  },
];

/** Says what a JSON value is. What is nothing else is taken for a document, whose problems then say what it lacks. */
export function detectValue(value: unknown): Detection {
  const sign = SIGNS.find(({ holds }) => holds(value));
  if (sign !== undefined) return { kind: sign.kind, confidence: sign.confidence ?? 'likely', reason: sign.reason };
  return { kind: 'atip', confidence: 'guess', reason: 'It is JSON, and nothing else was recognised.' };
}

function isOclif(command: unknown): boolean {
  return isFields(command) && (typeof command['id'] === 'string' || isFields(command['flags']));
}

function isObjectSchema(schema: Fields): boolean {
  return schema['type'] === 'object' || isFields(schema['properties']);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
