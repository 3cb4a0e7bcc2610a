// Compiles the schemas of the server's routes with Ajv, ahead of time, because a Worker forbids creating functions at run time.
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
/** A module with one check per operation: a function `(value) => boolean` that sets its `errors`. */
export function checksModule(name, routes) {
  // Lengths are in UTF-16 units, as everywhere; counting characters would need a `require`, which a module does not have.
  const ajv = new Ajv({
    code: { source: true, esm: true, lines: true },
    strictTypes: false,
    unicode: false,
    logger: false,
  });
  const names = {};
  const lines = [];
  // Routes that share a schema share its check.
  const ids = new Map();
  for (const { id: operation, body, query } of routes) {
    const parts = Object.entries({ body, query }).filter(([, schema]) => schema !== undefined);
    for (const [part, schema] of parts) {
      if (ids.has(schema)) continue;
      const id = `${operation}_${part}`;
      ids.set(schema, id);
      ajv.addSchema({ ...withoutWords(schema), $id: id });
      names[id] = id;
    }
    const checks = parts.map(([part, schema]) => `${part}: ${ids.get(schema)}`);
    if (checks.length > 0) lines.push(`  ${operation}: { ${checks.join(', ')} },`);
  }
  const write = standalone.default ?? standalone;
  const code = write(ajv, names)
    .replace(/^"use strict";/, '')
    .replaceAll('export const ', 'const ');
  const checks = `export const ${name.toUpperCase()}_CHECKS: Checks = {\n${lines.join('\n')}\n};`;
  return `// @ts-nocheck Ajv wrote this, by server/build/request-checks.mjs.\nimport type { Checks } from '../http/operation.ts';\n${code}\n${checks}\n`;
}

/** Drops the parts of a schema that no check needs, because the compiled code quotes them. */
function withoutWords(schema) {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      (key === 'title' || key === 'description') && typeof value === 'string' ? undefined : value,
    ),
  );
}
