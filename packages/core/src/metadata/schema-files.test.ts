import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../../../schema');
const BODY = { name: 'demo', version: '1', description: 'd' };

function accepts(version: string, document: object): boolean {
  const schema = JSON.parse(readFileSync(join(FOLDER, `${version}.json`), 'utf8'));
  return new Ajv({ strict: false }).compile(schema)(document);
}

/** document, accepted by 0.1 to 0.3, accepted by 0.4 */
test.each([
  ['the plain version form', { ...BODY, atip: '0.1' }, true, true],
  ['the object version form', { ...BODY, atip: { version: '0.4' } }, false, true],
  ['no version', BODY, false, false],
  ['unknown fields', { ...BODY, atip: '0.1', future: 1, effects: { future: 1 } }, true, true],
  ['interactive effects', { ...BODY, atip: '0.1', effects: { interactive: { stdin: 'maybe' } } }, false, false],
  ['partial discovery', { ...BODY, atip: '0.1', partial: true, filter: { depth: 1 } }, true, true],
  ['trust of the wrong type, which came with 0.4', { ...BODY, atip: '0.1', trust: 1 }, true, false],
  // Examples of the RFC leave it out (§12.2, §13.1); `parseTool` warns.
  ['a command without description', { ...BODY, atip: '0.1', commands: { a: {} } }, true, true],
  ['an empty description', { ...BODY, atip: '0.1', description: '' }, false, false],
  ['an unknown feature', { ...BODY, atip: { version: '0.4', features: ['holograms'] } }, false, true],
])('%s', (_name, document, older, current) => {
  expect(['0.1', '0.2', '0.3', '0.4'].map((version) => accepts(version, document))).toStrictEqual([
    older,
    older,
    older,
    current,
  ]);
});
