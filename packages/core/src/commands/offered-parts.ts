import { addLevel, mergeEffects } from '../effects/merge-effects.ts';
import { isReadOnly } from '../effects/safety-flags.ts';
import { stated } from '../json/is-record.ts';
import type { AtipArgument, AtipCommand, AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { harmOfSource } from './effects-of.ts';
import { settleLike, ToolCache } from '../json/settled.ts';

/**
 * A tool without the parameters that models are not offered (`x-offered: false`), so that a call with one of them is
 * refused.
 *
 * A command that only reads also loses those that would make it destroy or run something, if it can do nothing but read
 * without them: `find` without `-delete` and `-exec`. `git branch` keeps `-D`, because its other parameters write as
 * well; `sed` keeps `-i`, because a script may write.
 *
 * @returns the same object for the same settled tool
 */
export function offeredParts(tool: AtipTool): AtipTool {
  return known(OFFERED, tool, (command, effects) => {
    const left = withParameters(command, (source) => isNeeded(source) || source['x-offered'] !== false);
    if (!isReadOnly(effects)) return left;
    const raising = [...(left.arguments ?? []), ...(left.options ?? [])].filter((source) => {
      return !isReadOnly(mergeEffects(READS, usualHarm(source)));
    });
    const canGo = raising.every((source) => 'flags' in source && !isNeeded(source) && isHarm(usualHarm(source)));
    return canGo ? withParameters(left, (source) => !raising.includes(source)) : left;
  });
}

/** A tool that offers models every parameter of its commands. @returns the same object for the same settled tool */
export function offerAll(tool: AtipTool): AtipTool {
  return known(WHOLE, tool, (command) =>
    stated({
      ...command,
      arguments: command.arguments?.map((source) => ({ ...source, 'x-offered': true })),
      options: command.options?.map((source) => ({ ...source, 'x-offered': true })),
    }),
  );
}

/** The harm of a parameter with any value; that of some values is no reason to take it away. */
function usualHarm(source: AtipArgument | AtipOption): AtipEffects {
  const rules = source['x-values'];
  const all = Array.isArray(rules) ? rules.filter(({ match }) => match === '*') : rules;
  return harmOfSource(stated({ ...source, 'x-values': all }));
}

const READS: AtipEffects = { filesystem: { write: false }, network: false };

function isHarm({ destructive, reversible, filesystem, 'x-runs': runs, 'x-ends': ends }: AtipEffects): boolean {
  return (
    destructive === true || reversible === false || filesystem?.delete === true || runs === 'call' || ends !== undefined
  );
}

function isNeeded(source: AtipArgument | AtipOption): boolean {
  return 'flags' in source ? source.required === true : source.required !== false;
}

function withParameters(command: AtipCommand, keeps: (source: AtipArgument | AtipOption) => boolean): AtipCommand {
  const { arguments: positional, options } = command;
  return stated({ ...command, arguments: positional?.filter(keeps), options: options?.filter(keeps) });
}

type Change = (command: AtipCommand, effects: AtipEffects) => AtipCommand;

const OFFERED = /* @__PURE__ */ new ToolCache<AtipTool>();
const WHOLE = /* @__PURE__ */ new ToolCache<AtipTool>();

function known(made: ToolCache<AtipTool>, tool: AtipTool, change: Change): AtipTool {
  const { commands } = tool;
  if (commands === undefined) return tool;
  return made.get(tool, '', () =>
    settleLike(tool, { ...tool, commands: changedBelow(commands, mergeEffects(tool.effects), change) }),
  );
}

function changedBelow(
  commands: Readonly<Record<string, AtipCommand>>,
  above: AtipEffects,
  change: Change,
): Record<string, AtipCommand> {
  const entries = Object.entries(commands).map(([name, command]): [string, AtipCommand] => {
    const effects = command.effects === undefined ? above : addLevel(above, command.effects);
    return [
      name,
      command.commands === undefined
        ? change(command, effects)
        : { ...command, commands: changedBelow(command.commands, effects, change) },
    ];
  });
  return Object.fromEntries(entries);
}
