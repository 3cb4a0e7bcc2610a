import { COMPANION_ROUTES } from '../../../../server/src/openapi/companion-route-table.ts';
import { companionOpenApi } from '../../../../server/src/openapi/companion-openapi.ts';
import { portableOpenApi } from '../../../../server/src/openapi/portable-openapi.ts';
import { PORTABLE_ROUTES } from '../../../../server/src/openapi/portable-route-table.ts';
import type { RouteSpec } from '../../../../server/src/openapi/route-spec.ts';

/** Who serves a description of routes. */
export type Server = 'companion' | 'worker';

/** A schema as `openapi.json` has it. */
export interface WrittenSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, WrittenSchema>>;
  readonly required?: readonly string[];
  readonly items?: WrittenSchema;
  readonly additionalProperties?: boolean | WrittenSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, WrittenSchema>> };
}

// What `openApiDocument` writes has these fields; its type says only that it is JSON.
const DOCUMENTS: Readonly<Record<Server, Document>> = {
  companion: companionOpenApi('0') as unknown as Document,
  worker: portableOpenApi('0') as unknown as Document,
};

/** Every route, the portable ones first. */
export const ROUTES: readonly RouteSpec[] = [...PORTABLE_ROUTES, ...COMPANION_ROUTES];

/** The name of a route: `POST /api/v1/calls`. */
export function routeName({ method, path }: RouteSpec): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The codes with which a server refuses at a route, by status; none where it does not serve it. */
export function codesOf({ path, method }: RouteSpec, server: Server): ReadonlyMap<string, readonly string[]> {
  const responses = DOCUMENTS[server].paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method]?.responses ?? {};
  const refusals = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  return new Map(refusals.map(([status, { description }]) => [status, description.split(', ')]));
}

/** Every named shape of a companion's requests and answers. */
export function shapes(): Readonly<Record<string, WrittenSchema>> {
  return DOCUMENTS.companion.components.schemas;
}
