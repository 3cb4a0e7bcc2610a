import type { Provider } from '@atip/core';

/** The part of a check's settings that a probe needs. */
export interface ProbeSettings {
  readonly strict?: boolean;
  readonly limits?: 'current' | 'legacy';
  readonly geminiSchema?: 'openapi' | 'json-schema';
}

/** A rule that we hold tool lists to, with the list that breaks it and where we have it from. */
export interface ProviderRule {
  readonly code: string;
  readonly provider: Provider;
  /** Key of `SOURCES`. */
  readonly source: string;
  /** The public thread in which the refusal is quoted. Absent: none is needed, or known. */
  readonly seen?: string;
  /** A list of tools that breaks it. */
  readonly tools: readonly unknown[];
  readonly settings?: ProbeSettings;
}

type Tools = readonly unknown[];
type Rest = readonly [seen?: string | undefined, settings?: ProbeSettings];

/** Makes the rules of one provider from one kind of source. */
export function rulesOf(provider: Provider, source: string, common: ProbeSettings = {}) {
  return (code: string, tools: Tools, ...[seen, settings]: Rest): ProviderRule => ({
    ...{ code, provider, source, tools },
    ...(seen !== undefined && { seen }),
    settings: { ...common, ...settings },
  });
}

/** So many copies of a tool, each with a name of its own. */
export function many(count: number, make: (name: string) => unknown): unknown[] {
  return Array.from({ length: count }, (_none, index) => make(`tool${index}`));
}

/** So many fields, all alike. */
export function fields(count: number, value: unknown, length = 1): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_none, index) => [`k${index}`.padEnd(length, 'k'), value]));
}

/** An object schema with these properties. */
export function object(properties: Record<string, unknown>, rest: object = {}): Record<string, unknown> {
  return { type: 'object', properties, ...rest };
}

/** An object schema as strict modes want it. */
export function closed(properties: Record<string, unknown>, rest: object = {}): Record<string, unknown> {
  return object(properties, { required: Object.keys(properties), additionalProperties: false, ...rest });
}
