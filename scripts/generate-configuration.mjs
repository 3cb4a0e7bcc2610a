// Writes schema/config.json, with which editors check a configuration file, from the table of our own check.
import { formatJson } from './format-json.mjs';
import { load, writeOrCheck } from './repository.mjs';

const { configurationSchema } = await load('packages/node/src/configuration/configuration-fields.ts');
writeOrCheck(new Map([['schema/config.json', formatJson(configurationSchema())]]), 'npm run generate');
