import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Ajv, type AnySchemaObject } from 'ajv';
import ajvStandalone from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';

/** Our table, Ajv that compiles the schema at run time, and Ajv's own code compiled ahead. */
export type ValidatorKind = 'ours' | 'ajv' | 'standalone';

/** A module that exports `validate`. */
export interface BuiltValidator {
  readonly file: string;
  readonly gzipped: number;
}

const ROUNDS = 21;
const PLACE = resolve('node_modules/.cache/bench/validators');

/** Each in one minified file, as a consumer's bundler would make it. */
export async function buildValidators(schema: AnySchemaObject): Promise<Record<ValidatorKind, BuiltValidator>> {
  mkdirSync(PLACE, { recursive: true });
  const ahead = new Ajv({ allErrors: true, strict: false, code: { source: true, esm: true } });
  const codes: Readonly<Record<ValidatorKind, string>> = {
    ours: `import { checkShape } from ${quote(resolve('packages/core/src/metadata/check-shape.ts'))};
      export const validate = (value) => { let fits = true; checkShape(value, () => { fits = false; return true; }); return fits; };`,
    ajv: `import { Ajv } from 'ajv';
      const schema = JSON.parse(${quote(JSON.stringify(schema))});
      export const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);`,
    standalone: standaloneCode(ahead, schema),
  };
  const built: Partial<Record<ValidatorKind, BuiltValidator>> = {};
  for (const kind of KINDS) built[kind] = await bundle(kind, codes[kind]);
  const { ours, ajv, standalone } = built;
  if (!ours || !ajv || !standalone) throw new Error('A validator was not built.');
  return { ours, ajv, standalone };
}

const KINDS = ['ours', 'ajv', 'standalone'] as const;

function standaloneCode(ajv: Ajv, schema: AnySchemaObject): string {
  // The package is CommonJS; what a bundler and what Node make of its default export differ.
  const write: unknown = 'default' in ajvStandalone ? ajvStandalone.default : ajvStandalone;
  if (typeof write !== 'function') throw new Error('Ajv has no standalone code to give.');
  ajv.addSchema(schema);
  return String(write(ajv, { validate: String(schema['$id']) }));
}

async function bundle(kind: ValidatorKind, code: string): Promise<BuiltValidator> {
  const source = join(PLACE, `${kind}.source.mjs`);
  writeFileSync(source, code);
  const made = await rolldown({ input: source, platform: 'node' });
  const file = join(PLACE, `${kind}.mjs`);
  const { output } = await made.write({ file, format: 'esm', minify: true, codeSplitting: false });
  await made.close();
  return { file, gzipped: gzipSync(output[0].code).length };
}

/** Runs in a Node of its own; Node itself has started before the clock does. */
const PROBE = `import { readFileSync } from 'node:fs';
const [, , module, document] = process.argv;
const value = JSON.parse(readFileSync(document, 'utf8'));
const started = performance.now();
const { validate } = await import(module);
if (validate(value) !== true) throw new Error('The document is said to be wrong.');
process.stdout.write(String(performance.now() - started));`;

/** Medians of the ms from the import to the first answer, each in a process of its own. @param document JSON. */
export async function firstUse(
  built: Readonly<Record<ValidatorKind, BuiltValidator>>,
  document: string,
): Promise<Record<ValidatorKind, number>> {
  const [probe, file] = [join(PLACE, 'probe.mjs'), join(PLACE, 'document.json')];
  writeFileSync(probe, PROBE);
  writeFileSync(file, document);
  const times: Record<ValidatorKind, number[]> = { ours: [], ajv: [], standalone: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of KINDS) {
      const { stdout } = await promisify(execFile)(process.execPath, [probe, built[kind].file, file]);
      times[kind].push(Number(stdout));
    }
  }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
  return { ours: median(times.ours), ajv: median(times.ajv), standalone: median(times.standalone) };
}

function quote(text: string): string {
  return JSON.stringify(text);
}
