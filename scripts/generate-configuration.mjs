// Writes schema/config.json, by which editors check a configuration file, from the table that we check it by.
import { formatJson } from './format-json.mjs';
import { load, writeOrCheck } from './repository.mjs';

const { configurationSchema } = await load('packages/node/src/configuration/configuration-fields.ts');
writeOrCheck(new Map([['schema/config.json', formatJson(configurationSchema())]]), 'npm run generate');
