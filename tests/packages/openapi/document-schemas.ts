import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** One operation of an OpenAPI document, as far as the tests look at it. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

/** Holds values against the schemas of an OpenAPI document, with a validator that the companion does not use. */
export interface DocumentSchemas {
  readonly operations: readonly Operation[];
  /** Whether there is something at these steps from the document's root. */
  has(...steps: readonly string[]): boolean;
  /** The faults of a value by the schema at these steps; an empty list for none. @throws Error when there is none. */
  faults(value: unknown, ...steps: readonly string[]): readonly string[];
}

export function documentSchemas(document: Readonly<Record<string, unknown>>): DocumentSchemas {
  // A document has other words than a schema; those inside its schemas are looked at by the validator of documents.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(document, 'document');
  const schemaAt = (steps: readonly string[]): ValidateFunction => {
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const found = ajv.getSchema(`document#/${pointer}`);
    if (found === undefined) throw new Error(`The document has no schema at ${steps.join(' ')}.`);
    return found;
  };
  return {
    operations: Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operationId: idOf(operation) })),
    ),
    has: (...steps) => steps.reduce<unknown>(member, document) !== undefined,
    faults(value, ...steps) {
      const validate = schemaAt(steps);
      return validate(value) ? [] : (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`);
    },
  };
}

function member(value: unknown, step: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, step)?.value : undefined;
}

function idOf(operation: unknown): string {
  return String(member(operation, 'operationId'));
}
