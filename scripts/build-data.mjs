// `npm run build -- data`: what the code is built with and git does not keep, made from schema/0.6.json, the tables of the
// configuration, the server's routes and the catalog's rows and sources.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shapesModule, tableModule } from '../packages/core/build/schema-table.mjs';
import { checksModule } from '../server/build/request-checks.mjs';
import { load, ROOT } from './repository.mjs';

// First, because all others read core's sources.
const schema = JSON.parse(readFileSync(join(ROOT, 'schema/0.6.json'), 'utf8'));
write('packages/core/src/document/generated/schema-table.ts', tableModule(schema));
write('packages/core/src/document/generated/command-shapes.ts', shapesModule(schema));

const { configurationSchema } = await load('packages/node/src/configuration/configuration-fields.ts');
write('schema/config.json', `${JSON.stringify(configurationSchema(), null, 2)}\n`);

for (const [name, list] of [
  ['portable', 'PORTABLE_ROUTES'],
  ['companion', 'COMPANION_ROUTES'],
]) {
  const routes = await load(`server/src/routes/${name}.ts`);
  write(`server/src/generated/${name}-checks.ts`, checksModule(name, routes[list]));
}

const { writeDocuments } = await load('packages/catalog/build/write-documents.ts');
writeDocuments(join(ROOT, 'packages/catalog'));

/** A file that stays as it is keeps its time, so that nothing is built from it again. */
function write(path, text) {
  const file = join(ROOT, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
