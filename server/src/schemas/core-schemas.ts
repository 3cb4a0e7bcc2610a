import {
  type AtipEffects,
  type AtipTool,
  type Compilation,
  type CompiledEntry,
  type CompileSettings,
  type Issue,
  type Loss,
  type Message,
  PROVIDERS,
  type PlantedReport,
  type Position,
  type Provider,
  type ProviderTool,
  type Range,
  type SandboxMode,
  type SandboxReport,
  type TextEdit,
} from '@atip/core';
import type { SchemaFor } from './json-schema.ts';
import { choiceOf, flag, foreign, listOf, objectOf, oneOf, recordOf, text, wholeNumber } from './schema-builders.ts';

export const TOOL: SchemaFor<AtipTool> = foreign('AtipTool', 'A document of the Agent Tool Introspection Protocol.');

export const EFFECTS: SchemaFor<AtipEffects> = foreign(
  'AtipEffects',
  'What a command can do, ATIP 0.3 §3.6; a field that is absent is not known.',
);

export const MESSAGE: SchemaFor<Message> = foreign('Message', "A tool's result as the provider wants it back.");

const PROVIDER_TOOL: SchemaFor<ProviderTool> = foreign('ProviderTool', 'A tool in the form of the chosen provider.');

export const PROVIDER: SchemaFor<Provider> = oneOf(PROVIDERS);

export const SANDBOX_MODE: SchemaFor<SandboxMode> = choiceOf<SandboxMode>({
  required: true,
  preferred: true,
  off: true,
});

const PLACE: SchemaFor<PlantedReport['named'][number]> = objectOf<PlantedReport['named'][number]>(
  'PlantedPlace',
  { path: text(), runs: text() },
  {},
);

const PLANTED: SchemaFor<PlantedReport> = objectOf<PlantedReport>(
  'PlantedReport',
  {
    movedAside: listOf(
      objectOf<PlantedReport['movedAside'][number]>('MovedAside', { path: text(), movedTo: text(), why: text() }, {}),
    ),
    changed: listOf(PLACE),
    named: listOf(PLACE),
    held: listOf(text()),
  },
  { incomplete: text() },
);

export const SANDBOX_REPORT: SchemaFor<SandboxReport> = objectOf<SandboxReport>(
  'SandboxReport',
  {
    applied: flag(),
    kind: choiceOf({ bubblewrap: true, seatbelt: true, none: true }),
    network: flag(),
    writable: listOf(text()),
    notes: listOf(text()),
  },
  { planted: PLANTED },
);

const POSITION: SchemaFor<Position> = objectOf<Position>(
  'Position',
  {
    line: wholeNumber({ minimum: 1 }),
    column: wholeNumber({ minimum: 1 }),
    offset: wholeNumber({ minimum: 0 }),
  },
  {},
);

const RANGE: SchemaFor<Range> = objectOf<Range>('Range', { start: POSITION, end: POSITION }, {});

const TEXT_EDIT: SchemaFor<TextEdit> = objectOf<TextEdit>('TextEdit', { range: RANGE, newText: text() }, {});

export const ISSUE: SchemaFor<Issue> = objectOf<Issue>(
  'Issue',
  {
    code: text(),
    severity: choiceOf({ error: true, warning: true, info: true }),
    message: text(),
    path: text({ description: 'JSON Pointer into the document.' }),
  },
  {
    range: RANGE,
    section: text(),
    fix: objectOf<NonNullable<Issue['fix']>>(undefined, { title: text(), edits: listOf(TEXT_EDIT) }, {}),
  },
);

export const COMPILE_SETTINGS: SchemaFor<CompileSettings> = objectOf<CompileSettings>(
  'CompileSettings',
  {},
  {
    strict: flag(),
    globalOptions: choiceOf({ required: true, all: true, none: true }),
    examples: flag(),
    strategy: choiceOf({ discrete: true, action: true }),
    geminiSchema: choiceOf({ openapi: true, 'json-schema': true }),
  },
  // A setting that is not understood would be missing from what comes out, and nobody would be told.
  { additionalProperties: false },
);

const LOSS: SchemaFor<Loss> = objectOf<Loss>(
  'Loss',
  { code: text(), provider: PROVIDER, tool: text(), pointer: text(), message: text() },
  {},
);

const COMPILED_ENTRY: SchemaFor<CompiledEntry> = objectOf<CompiledEntry>(
  'CompiledEntry',
  {
    name: text(),
    tool: text(),
    path: listOf(text()),
    pointer: text(),
    effects: EFFECTS,
    parameters: recordOf(text()),
  },
  {},
);

export const COMPILATION: SchemaFor<Compilation> = objectOf<Compilation>(
  'Compilation',
  {
    provider: PROVIDER,
    tools: listOf(PROVIDER_TOOL),
    entries: listOf(COMPILED_ENTRY),
    losses: listOf(LOSS),
    issues: listOf(ISSUE),
  },
  {},
);

export const PROVIDER_TOOLS: SchemaFor<ProviderTool[]> = listOf(PROVIDER_TOOL);
