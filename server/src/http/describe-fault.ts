import type { OutputUnit } from '@cfworker/json-schema';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { describeSchema } from './describe-schema.ts';

/** Their errors say only that one further in is wrong. */
const WRAPPERS: ReadonlySet<string> = new Set(['properties', 'items']);

/** A place in a value, and what the schema wants there. */
interface Place {
  /** Such as `call.arguments` or `sources[1]`; empty for the whole. */
  readonly name: string;
  readonly wanted: JsonSchema;
  readonly found: unknown;
}

/**
 * Says of the first fault which field must be what, without its value.
 *
 * Shape: → 'sources[1] must be a string or an object. A document: its text, …'
 * @param errors of the validator, at least one.
 */
export function describeFault(
  errors: readonly OutputUnit[],
  schema: JsonSchema,
  value: unknown,
  whole: string,
): string {
  const fault = errors.find(({ keyword }) => !WRAPPERS.has(keyword));
  // The names of our schemas have nothing that a JSON Pointer would escape.
  const steps = fault?.instanceLocation.split('/').slice(1) ?? [];
  const { name, wanted } = atMissing(steps.reduce(stepInto, { name: '', wanted: schema, found: value }), fault);
  const note = wanted.description === undefined ? '' : ` ${wanted.description}`;
  return `${name || whole} must be ${describeSchema(wanted)}.${note}`;
}

function stepInto({ name, wanted, found }: Place, step: string): Place {
  return {
    name: Array.isArray(found) ? `${name}[${step}]` : `${name}${name && '.'}${step}`,
    wanted: wanted.items ?? wanted.properties?.[step] ?? {},
    found: valueAt(found, step),
  };
}

/** Of a field that is missing: its own place, since that is what has to be written. */
function atMissing(place: Place, fault: OutputUnit | undefined): Place {
  if (fault?.keyword !== 'required') return place;
  const missing = place.wanted.required?.find((field) => valueAt(place.found, field) === undefined);
  return missing === undefined ? place : stepInto(place, missing);
}

function valueAt(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, step)?.value;
}
