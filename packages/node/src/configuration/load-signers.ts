import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import type { Signer } from '../trust/signers.ts';
import { type ConfigurationFile, readConfiguration } from './read-configuration.ts';

/** The system's configuration. */
export const SYSTEM_FILE = '/etc/agent-tools/config.json';

/** Reads the trusted signers of this machine; an invalid configuration has none. */
export async function loadSigners(env: Environment, system: string = SYSTEM_FILE): Promise<readonly Signer[]> {
  const files = await Promise.all([
    readConfiguration('person', join(xdgPaths(env).config, 'config.json')),
    readConfiguration('system', system),
  ]);
  return signersOf(files, homeOf(env));
}

/** The signers in the files of a person and of the system. A project's file cannot add any, even if it is trusted. */
export function signersOf(files: readonly Pick<ConfigurationFile, 'layer' | 'value'>[], home: string): Signer[] {
  const place = (path: string): string => (path.startsWith('~/') ? join(home, path.slice(1)) : path);
  return files
    .filter(({ layer }) => layer !== 'project')
    .flatMap(({ value }) => value.signers ?? [])
    .map(({ key, trustRoot, ...signer }) => ({
      ...signer,
      ...(key !== undefined && { key: place(key) }),
      ...(trustRoot !== undefined && { trustRoot: place(trustRoot) }),
    }));
}

export function homeOf({ HOME }: Environment): string {
  return HOME !== undefined && isAbsolute(HOME) ? HOME : homedir();
}
