import { readOverride } from '../documents/read-override.ts';
import { skip, type ToolReading } from '../documents/tool-document.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import type { ProbeSettings } from './ask-program.ts';
import { readKnownTools } from './known-tools.ts';
import { loadCommands } from './load-commands.ts';
import { orderByPath } from './order-by-path.ts';
import { settleSandbox } from './settle-sandbox.ts';
import { saveDiscovery } from './save-discovery.ts';

/** Without a sandbox of the caller's one is made when the program has to be asked. */
export interface DiscoverCommandsSettings extends ProbeSettings {
  /** Absent: the system's. */
  readonly clock?: () => Date;
  /** True: a person wants this program asked, also where no sandbox works. */
  readonly named?: boolean;
}

/**
 * Asks a discovered tool for commands that its overview left out, and remembers them.
 *
 * Limits: without a working sandbox only a program that a person named is asked.
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
  const answer = orderByPath([...known.answers.values()], settings.env).find(({ found }) => found.tool.name === name);
  if (answer === undefined)
    return skip(name, 'missing', 'No program of that name has been discovered. Discover it first.');
  const isAsked = answer.found.tool.partial === true && commands.length > 0;
  const settled = isAsked ? await settleSandbox(settings) : undefined;
  if (settled?.problem !== undefined && settings.named !== true) {
    const reason =
      'It may have more commands, but no sandbox works here to ask it in. Name it to have it asked all the same.';
    return skip(answer.found.source, 'no-sandbox', reason);
  }
  const reading = await loadCommands(answer.found, commands, settled?.held ?? { ...settings, sandbox: 'off' });
  if (reading.found === undefined) return reading;
  if (reading.found !== answer.found) {
    const discovery = {
      answered: [reading.found],
      canonical: [],
      gone: new Set<string>(),
    };
    await saveDiscovery(paths, discovery, (settings.clock ?? (() => new Date()))());
  }
  return readOverride(reading.found, paths.overrides);
}
