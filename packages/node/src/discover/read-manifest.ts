import { dirname, join } from 'node:path';
import { asRecord, isRecord } from '@atip/core/internal';
import { fromOclif, type Imported } from '@atip/importers';
import { type NodePackage, readJsonAt } from './node-program.ts';

/** Most plugins whose commands are read; Salesforce's command line has about forty. */
const MAX_PLUGINS = 200;

/**
 * Reads an oclif program's commands from the `oclif.manifest.json` of its package and of its bundled plugins, and runs
 * nothing.
 * @returns undefined for a program without a manifest
 */
export async function readManifest(
  { directory, version, fields }: NodePackage,
  name: string,
): Promise<Imported | undefined> {
  const own = await readJsonAt(join(directory, 'oclif.manifest.json'));
  if (!isRecord(own) || !isRecord(own['commands'])) return undefined;
  const oclif = asRecord(fields['oclif']);
  const separator = oclif['topicSeparator'];
  const plugins = Array.isArray(oclif['plugins']) ? oclif['plugins'].slice(0, MAX_PLUGINS) : [];
  const commands: Record<string, unknown> = {};
  for (const plugin of plugins) {
    if (typeof plugin === 'string') Object.assign(commands, await commandsOf(plugin, directory));
  }
  // If two commands share an id, the program's own wins.
  Object.assign(commands, own['commands']);
  return fromOclif(
    { ...own, topics: oclif['topics'], commands },
    {
      name,
      ...(version !== undefined && { version }),
      // oclif's own default.
      topicSeparator: separator === ' ' ? ' ' : ':',
    },
  );
}

/** Looks up a plugin like Node looks up packages. */
async function commandsOf(plugin: string, from: string): Promise<Readonly<Record<string, unknown>>> {
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(plugin)) return {};
  for (let at = from; ; at = dirname(at)) {
    const manifest = await readJsonAt(join(at, 'node_modules', plugin, 'oclif.manifest.json'));
    if (isRecord(manifest)) return asRecord(manifest['commands']);
    if (at === dirname(at)) return {};
  }
}
