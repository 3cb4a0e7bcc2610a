import { readOverride } from '../documents/read-override.ts';
import { skip, type ToolReading } from '../documents/tool-document.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import type { ProbeSettings } from './ask-program.ts';
import { readKnownTools, takenDocuments } from './known-tools.ts';
import { loadCommands } from './load-commands.ts';
import { saveDiscovery } from './save-discovery.ts';

export interface DiscoverCommandsSettings extends ProbeSettings {
  /** Absent: the system's. */
  readonly clock?: () => Date;
}

/**
 * Asks a discovered tool for commands that its overview left out, and remembers them.
 *
 * @param name of the tool
 * @param commands top-level commands
 * @returns the tool with the user's override, also where it could not be remembered
 * @see ATIP 0.3 §3.1.1
 */
export async function discoverCommands(
  name: string,
  commands: readonly string[],
  settings: DiscoverCommandsSettings,
): Promise<ToolReading> {
  const paths = xdgPaths(settings.env);
  const known = await readKnownTools(paths);
  const answer = [...known.answers.values()].find(({ found }) => found.tool.name === name);
  if (answer === undefined)
    return skip(name, 'missing', 'No program of that name has been discovered. Discover it first.');
  const reading = await loadCommands(answer.found, commands, settings);
  if (reading.found === undefined) return reading;
  if (reading.found !== answer.found) {
    const discovery = {
      answered: [reading.found],
      canonical: [],
      gone: new Set<string>(),
      taken: takenDocuments(known),
    };
    await saveDiscovery(paths, discovery, (settings.clock ?? (() => new Date()))());
  }
  return readOverride(reading.found, paths.overrides);
}
