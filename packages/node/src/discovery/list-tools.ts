import type { ToolScan } from '../documents/choose-tools.ts';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { readRemoteTools } from '../remote/read-remote-tools.ts';
import { assembleTools } from './assemble-tools.ts';
import { readKnownTools } from './known-tools.ts';
import { orderByPath } from './order-by-path.ts';
import { claimedNames, namesOf, readBundledShims } from './read-bundled-shims.ts';

/**
 * Lists the tools that are known: discovered before, described in a directory, by what we bring along, or by a registry when
 * tools were last discovered. Nothing is executed, written or fetched.
 *
 * A program that was replaced since it was discovered is left out, with the code `changed`, until a scan has asked it again.
 * @param env absent: ours
 * @see ATIP 0.3 §5.1
 */
export async function listTools(env: Environment = process.env): Promise<ToolScan> {
  const paths = xdgPaths(env);
  const known = await readKnownTools(paths);
  const own = [...orderByPath([...known.answers.values()], env), ...known.tools, ...known.shims];
  const described = [...own, ...(await readBundledShims(env, namesOf(own)))];
  const remote = await readRemoteTools(env, claimedNames(described));
  const scan = await assembleTools([...described, ...remote], paths.overrides);
  return { found: scan.found, skipped: [...known.skipped, ...scan.skipped] };
}
