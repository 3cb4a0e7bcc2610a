import { type CompileSettings, PROVIDERS, type Provider } from '@atip/core';
import type { CompileRequest, FilterRequest, PromptRequest, ValidateRequest } from '../contract/portable-contract.ts';
import { asOneOf, asRecord, asString, invalidRequest } from '../http/request-fields.ts';

/** Documents in one request. */
const MAX_SOURCES = 500;

/** Reads the body of `POST /validate`. @throws ProblemError 400 naming what is wrong. */
export function parseValidateRequest(value: unknown): ValidateRequest {
  const body = asRecord(value, 'The body');
  return { source: asSource(body.source, 'source') };
}

/** Reads the body of `POST /compile`. @throws ProblemError 400 naming what is wrong; the settings are core's to check. */
export function parseCompileRequest(value: unknown): CompileRequest {
  const body = asRecord(value, 'The body');
  return {
    sources: asSources(body.sources),
    provider: asOneOf<Provider>(body.provider, PROVIDERS, 'provider'),
    ...(body.settings === undefined ? {} : { settings: asRecord(body.settings, 'settings') as CompileSettings }),
  };
}

/** Reads the body of `POST /prompt`. @throws ProblemError 400 naming what is wrong. */
export function parsePromptRequest(value: unknown): PromptRequest {
  return { sources: asSources(asRecord(value, 'The body').sources) };
}

/** Reads the body of `POST /filter`. @throws ProblemError 400 naming what is wrong. */
export function parseFilterRequest(value: unknown): FilterRequest {
  return { text: asString(asRecord(value, 'The body').text, 'text') };
}

function asSources(value: unknown): CompileRequest['sources'] {
  if (Array.isArray(value) && value.length > 0 && value.length <= MAX_SOURCES) {
    return value.map((source: unknown, at) => asSource(source, `sources[${at}]`));
  }
  throw invalidRequest(`sources must be a list of 1 to ${MAX_SOURCES} documents.`);
}

function asSource(value: unknown, name: string): ValidateRequest['source'] {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidRequest(`${name} must be a document: its text, or the object itself.`);
}
