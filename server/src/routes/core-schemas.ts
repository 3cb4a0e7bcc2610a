// JSON Schemas of core's answers. Handlers return core's own values, so the compiler checks these schemas against core's types.
import {
  type AtipEffects,
  type AtipTool,
  type Message,
  PROVIDERS,
  type ProviderTool,
  type TrustSource,
} from '@atip/core';
import { TRUST_SOURCES } from '@atip/core/internal';
import { flag, foreign, listOf, object, oneOf, optional, recordOf, text, wholeNumber } from '../http/schema.ts';

export const TOOL = foreign<AtipTool>('AtipTool', 'A document of the Agent Tool Introspection Protocol.');

export const EFFECTS = foreign<AtipEffects>(
  'AtipEffects',
  'Effects of a command, ATIP 0.3 §3.6; an absent field is unknown.',
);

export const MESSAGE = foreign<Message>('Message', "A tool's result as the provider wants it back.");

const PROVIDER_TOOL = foreign<ProviderTool>('ProviderTool', 'A tool in the form of the chosen provider.');

export const PROVIDER_TOOLS = listOf(PROVIDER_TOOL);

export const PROVIDER = oneOf(PROVIDERS);

export const TRUST = oneOf<TrustSource>(TRUST_SOURCES);

const PLACE = object('PlantedPlace', { path: text(), runs: text() });

const PLANTED = object('PlantedReport', {
  movedAside: listOf(object('MovedAside', { path: text(), movedTo: text(), why: text() })),
  changed: listOf(PLACE),
  named: listOf(PLACE),
  held: listOf(text()),
  incomplete: optional(text()),
});

const NETWORK_ATTEMPT = object('NetworkAttempt', {
  host: text(),
  port: wholeNumber({ minimum: 0 }),
  count: wholeNumber({ minimum: 1 }),
  refused: optional(oneOf(['host', 'port', 'address', 'private', 'malformed', 'unresolved', 'unreachable'])),
});

export const SANDBOX_REPORT = object('SandboxReport', {
  applied: flag(),
  kind: oneOf(['bubblewrap', 'none']),
  network: flag(),
  writable: listOf(text()),
  notes: listOf(text()),
  planted: optional(PLANTED),
  connections: optional(listOf(NETWORK_ATTEMPT)),
  temporary: optional(object('TemporaryFiles', { directory: text(), names: listOf(text()) })),
});

const POSITION = object('Position', {
  line: wholeNumber({ minimum: 1 }),
  column: wholeNumber({ minimum: 1 }),
  offset: wholeNumber({ minimum: 0 }),
});

const RANGE = object('Range', { start: POSITION, end: POSITION });

const TEXT_EDIT = object('TextEdit', { range: RANGE, newText: text() });

export const ISSUE = object('Issue', {
  code: text(),
  severity: oneOf(['error', 'warning', 'info']),
  message: text(),
  path: text('JSON Pointer into the document.'),
  range: optional(RANGE),
  section: optional(text()),
  fix: optional(object(undefined, { title: text(), edits: listOf(TEXT_EDIT) })),
});

/** Closed: an unknown setting would be missing from the result without any message. */
export const COMPILE_SETTINGS = object(
  'CompileSettings',
  {
    strict: optional(flag()),
    globalOptions: optional(oneOf(['required', 'all', 'none'])),
    examples: optional(flag()),
    strategy: optional(oneOf(['discrete', 'search'])),
    geminiSchema: optional(oneOf(['openapi', 'json-schema'])),
  },
  { closed: true },
);

const LOSS = object('Loss', { code: text(), provider: PROVIDER, tool: text(), pointer: text(), message: text() });

const COMPILED_ENTRY = object('CompiledEntry', {
  name: text(),
  tool: text(),
  path: listOf(text()),
  pointer: text(),
  effects: EFFECTS,
  parameters: recordOf(text()),
});

export const COMPILATION = object('Compilation', {
  provider: PROVIDER,
  tools: PROVIDER_TOOLS,
  entries: listOf(COMPILED_ENTRY),
  losses: listOf(LOSS),
  issues: listOf(ISSUE),
  omitted: listOf(object('OmittedCommand', { tool: text(), pointer: text(), issues: listOf(ISSUE) })),
});
