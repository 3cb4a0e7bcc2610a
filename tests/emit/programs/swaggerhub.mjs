// swaggerhub-cli (oclif 3): its Config is loaded from its own package.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { withAtip } from '@atip/emit';
import { ASKS, CHANGES, INSTALLS, READS, REMOVES, WRITES } from './effects.mjs';

const effects = { configure: { ...WRITES, interactive: { stdin: 'required', prompts: true, tty: true } } };
for (const kind of ['api', 'domain']) {
  for (const verb of ['create', 'update', 'publish', 'unpublish', 'setdefault']) effects[`${kind}:${verb}`] = CHANGES;
  Object.assign(effects, { [`${kind}:get`]: ASKS, [`${kind}:delete`]: REMOVES });
}
for (const check of ['validate', 'validate:local', 'validate:download-rules']) effects[`api:${check}`] = ASKS;
for (const verb of ['create', 'update', 'execute']) effects[`integration:${verb}`] = CHANGES;
Object.assign(effects, { 'integration:get': ASKS, 'integration:list': ASKS, 'integration:delete': REMOVES });
for (const verb of ['create', 'api:add', 'api:remove', 'domain:add', 'domain:remove'])
  effects[`project:${verb}`] = CHANGES;
for (const verb of ['get', 'list', 'member:list']) effects[`project:${verb}`] = ASKS;
Object.assign(effects, { 'project:delete': REMOVES, plugins: READS, 'plugins:inspect': READS });
for (const verb of ['install', 'link', 'update']) effects[`plugins:${verb}`] = INSTALLS;
for (const verb of ['uninstall', 'reset'])
  effects[`plugins:${verb}`] = { ...INSTALLS, filesystem: { read: true, write: true, delete: true } };

const manifest = createRequire(import.meta.url).resolve('swaggerhub-cli/package.json');
const { Config, execute } = createRequire(manifest)('@oclif/core');
const config = await Config.load(dirname(manifest));
await execute({ loadOptions: withAtip(config, { effects }) });
