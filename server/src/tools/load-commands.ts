import type { CompanionPorts } from '../ports/companion-ports.ts';
import type { CommandsRequest, ToolDetail } from '../contract/contract.ts';
import { ProblemError } from '../http/problem.ts';
import { findTool } from './tool-catalogue.ts';
import { describeTool } from './tool-routes.ts';

/**
 * Asks a tool's program for commands that its overview left out; a tool that is known whole is not asked.
 *
 * Limits: a program is asked in the sandbox or not at all; one that was named with `--probe` is not asked again.
 * @param clientGone aborts when the client closes the connection; the program is then not asked any more.
 * @returns the tool as it is known afterwards.
 * @throws ProblemError 404 `unknown-tool`, `unknown-command`; 409 `commands-not-loaded` with the reason.
 * @see ATIP 0.3 §3.1.1
 */
export async function loadCommands(
  name: string,
  { commands }: CommandsRequest,
  clientGone: AbortSignal,
  ports: CompanionPorts,
): Promise<ToolDetail> {
  const found = findTool(ports.catalogue.current(), name);
  if (found === undefined) return describeTool(name, {}, ports);
  const { tool, source } = found;
  const unknown = commands.find((command) => !Object.hasOwn(tool.commands ?? {}, command));
  if (unknown !== undefined) {
    const detail = `${name} has no command ${JSON.stringify(unknown.slice(0, 80))} at its top level.`;
    throw new ProblemError(404, 'unknown-command', detail);
  }
  if (tool.partial !== true) return describeTool(name, {}, ports);
  const reading = await ports.calls.slots.use(untilGone(clientGone), () => ports.loadCommands(name, commands));
  await ports.catalogue.refresh();
  if (reading.skipped) throw new ProblemError(409, 'commands-not-loaded', reading.skipped.reason);
  if (reading.found.source !== source) {
    const detail = `The commands are those of ${reading.found.source}, and ${name} is ${source} here.`;
    throw new ProblemError(409, 'commands-not-loaded', detail);
  }
  return describeTool(name, {}, ports);
}

/** A signal whose reason is a refusal: somebody who goes away is nothing that went wrong here. */
function untilGone(clientGone: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const onGone = (): void => controller.abort(new ProblemError(409, 'client-gone', 'The connection was closed.'));
  if (clientGone.aborted) onGone();
  clientGone.addEventListener('abort', onGone, { once: true });
  return controller.signal;
}
