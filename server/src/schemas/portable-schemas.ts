import type {
  FilterAnswer,
  FilterRequest,
  PromptAnswer,
  PromptRequest,
  Share,
  ShareLink,
  ShareRequest,
  Source,
  CompileRequest,
  ValidateRequest,
  Validation,
} from '../contract/portable-contract.ts';
import type { Health } from '../contract/contract.ts';
import { COMPILE_SETTINGS, ISSUE, PROVIDER, TOOL } from './core-schemas.ts';
import type { SchemaFor } from './json-schema.ts';
import { choiceOf, flag, foreign, listOf, objectOf, text, wholeNumber } from './schema-builders.ts';

/** Documents in one request. */
const MAX_SOURCES = 500;

const SOURCE: SchemaFor<Source> = foreign(
  'Source',
  'A document: its text, whose issues have positions, or the object itself.',
  ['string', 'object'],
);

const SOURCES: SchemaFor<Source[]> = listOf(SOURCE, { minItems: 1, maxItems: MAX_SOURCES });

export const HEALTH: SchemaFor<Health> = objectOf<Health>(
  'Health',
  { name: choiceOf({ 'atip-companion': true, 'atip-edge': true }), version: text() },
  {},
);

export const VALIDATE_REQUEST: SchemaFor<ValidateRequest> = objectOf<ValidateRequest>(
  'ValidateRequest',
  { source: SOURCE },
  {},
);

export const VALIDATION: SchemaFor<Validation> = objectOf<Validation>(
  'Validation',
  { valid: flag(), issues: listOf(ISSUE) },
  { tool: TOOL },
);

export const COMPILE_REQUEST: SchemaFor<CompileRequest> = objectOf<CompileRequest>(
  'CompileRequest',
  { sources: SOURCES, provider: PROVIDER },
  { settings: COMPILE_SETTINGS },
);

export const PROMPT_REQUEST: SchemaFor<PromptRequest> = objectOf<PromptRequest>(
  'PromptRequest',
  { sources: SOURCES },
  {},
);

export const PROMPT_ANSWER: SchemaFor<PromptAnswer> = objectOf<PromptAnswer>(
  'PromptAnswer',
  { prompt: text({ description: 'Markdown; empty when there is nothing to say.' }) },
  {},
);

export const FILTER_REQUEST: SchemaFor<FilterRequest> = objectOf<FilterRequest>('FilterRequest', { text: text() }, {});

export const FILTER_ANSWER: SchemaFor<FilterAnswer> = objectOf<FilterAnswer>('FilterAnswer', { text: text() }, {});

export const SHARE_ID: SchemaFor<string> = text({ pattern: '^[A-Za-z0-9_-]{22}$' });

export const SHARE_REQUEST: SchemaFor<ShareRequest> = objectOf<ShareRequest>(
  'ShareRequest',
  { fragment: text({ description: 'What follows # in a link of the playground; at most 1 MiB, and 500 documents.' }) },
  {
    expiresIn: wholeNumber({
      minimum: 60,
      maximum: 31_536_000,
      description: 'Seconds from now, up to 365 days; absent: for ever.',
    }),
  },
  // A misspelled end would keep a share for ever.
  { additionalProperties: false },
);

/** What `newDeleteToken` makes. */
export const DELETE_TOKEN: SchemaFor<string> = text({ pattern: '^[A-Za-z0-9_-]{22}$' });

const EXPIRES_AT: SchemaFor<string> = text({ description: 'ISO 8601; absent: for ever.' });

export const SHARE_LINK: SchemaFor<ShareLink> = objectOf<ShareLink>(
  'ShareLink',
  { id: SHARE_ID, url: text() },
  {
    deleteToken: text({ ...DELETE_TOKEN, description: 'What DELETE wants; only when the share was not there before.' }),
    expiresAt: EXPIRES_AT,
  },
);

export const SHARE: SchemaFor<Share> = objectOf<Share>(
  'Share',
  { id: SHARE_ID, fragment: text() },
  { expiresAt: EXPIRES_AT },
);
