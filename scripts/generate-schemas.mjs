// Writes the schemas of the older protocol versions and the manifest, derived from schema/0.4.json.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson } from './format-json.mjs';
import { ROOT, writeOrCheck } from './repository.mjs';

const CURRENT = '0.4';
const OLDER = ['0.1', '0.2', '0.3'];
const FOLDER = join(ROOT, 'schema');

/** The schema before 0.4: without object versions, trust, `omitted`, pattern tags, `executable`. */
function olderSchema(current, version) {
  const schema = structuredClone(current);
  schema.$id = `https://atip.dev/schema/${version}.json`;
  const { pattern, patternErrorMessage } = schema.properties.atip;
  schema.properties.atip = {
    description: `Version of the protocol this document is written for, for example "${version}".`,
    type: 'string',
    pattern,
    patternErrorMessage,
  };
  delete schema.properties.trust;
  delete schema.properties.omitted;
  delete schema.definitions.trust;
  delete schema.definitions.pattern.properties.tags;
  delete schema.definitions.pattern.properties.executable;
  return formatJson(schema);
}

function manifest(texts) {
  const schemas = [...texts].map(([version, text]) => ({
    version,
    file: `${version}.json`,
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  return formatJson({ schemas });
}

const currentText = readFileSync(join(FOLDER, `${CURRENT}.json`), 'utf8');
const texts = new Map(OLDER.map((version) => [version, olderSchema(JSON.parse(currentText), version)]));
const files = new Map([...texts].map(([version, text]) => [`schema/${version}.json`, text]));
files.set('schema/manifest.json', manifest(new Map([...texts, [CURRENT, currentText]])));
writeOrCheck(files, 'npm run generate');
