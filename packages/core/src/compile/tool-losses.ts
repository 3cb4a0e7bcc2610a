import { isSent } from '../commands/compiled-parameters.ts';
import { parametersOf } from '../commands/parameters.ts';
import { type SafetyStatements, safetyStatements } from '../effects/safety-statements.ts';
import { joinPointer } from '../json/pointer.ts';
import type { CompileSettings } from '../types/provider.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { effectLosses } from './effect-losses.ts';
import type { ReportLoss } from './report-loss.ts';

/** Fields that compiling uses, that say what the document is, or how a command line is written. */
const USED: ReadonlySet<string> = new Set([
  'atip',
  'name',
  'commands',
  'effects',
  'globalOptions',
  'partial',
  'filter',
  'totalCommands',
  'includedCommands',
  'omitted',
  'x-value-style',
  'x-end-of-options',
  'x-omitted-commands',
]);

/**
 * Reports what a tool says outside its commands: of itself, in its groups, and as global options that are not sent.
 *
 * @param hints whether the provider has fields for effects
 * @param told pointers of the groups whose descriptions are sent
 */
export function toolLosses(
  report: ReportLoss,
  tool: AtipTool,
  hints: boolean,
  globalOptions: CompileSettings['globalOptions'] = 'required',
  told: ReadonlySet<string>,
): void {
  fieldLosses(report, tool, '', told);
  const isEmpty = Object.keys(tool.commands ?? {}).length === 0;
  effectLosses(report, tool.effects, '', statementsOf(tool), hints);
  for (const parameter of parametersOf({ metadata: { description: '' }, tool })) {
    if (isEmpty || !isSent(parameter, globalOptions))
      report('not-sent', parameter.pointer, `The global option "${parameter.source.name}" is not sent.`);
  }
  groupLosses(report, tool.commands ?? {}, '/commands', hints, told);
}

/** No deeper than `walkCommands`, which has been through this tree. */
function groupLosses(
  report: ReportLoss,
  commands: Readonly<Record<string, AtipCommand>>,
  pointer: string,
  hints: boolean,
  told: ReadonlySet<string>,
): void {
  for (const [key, node] of Object.entries(commands)) {
    if (node.commands === undefined || Object.keys(node.commands).length === 0) continue;
    const at = joinPointer(pointer, key);
    fieldLosses(report, node, at, told);
    effectLosses(report, node.effects, at, statementsOf(node), hints);
    groupLosses(report, node.commands, `${at}/commands`, hints, told);
  }
}

function fieldLosses(
  report: ReportLoss,
  node: AtipTool | AtipCommand,
  pointer: string,
  told: ReadonlySet<string>,
): void {
  for (const field of Object.keys(node)) {
    if (USED.has(field) || (field === 'description' && told.has(pointer))) continue;
    const at = joinPointer(pointer, field);
    if (field !== 'arguments' && field !== 'options') report('not-sent', at, `"${field}" is kept by the host.`);
    else if (isFilled(Reflect.get(node, field)))
      report('unreachable', at, `These ${field} are a group's, and no command takes them.`);
  }
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function statementsOf({ effects }: AtipTool | AtipCommand): SafetyStatements {
  return effects === undefined ? 0 : safetyStatements(effects);
}
