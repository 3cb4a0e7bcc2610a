import type { AtipCommand, AtipTool } from '@atip/core';
import { tokensOf } from '../provenance/json-place.ts';

/**
 * A place of a document in words: `/commands/pr/commands/create/effects/network` → `"pr create › effects.network"`,
 * `/globalOptions/0/enum` → `"--host › enum"`. What is not there is named by its pointer.
 */
export function placeLabel(tool: AtipTool, pointer: string): string {
  const tokens = tokensOf(pointer);
  const path: string[] = [];
  let level: Pick<AtipCommand, 'commands' | 'arguments' | 'options'> | undefined = tool;
  let at = 0;
  while (tokens[at] === 'commands' && at + 1 < tokens.length) {
    const key = tokens[at + 1] ?? '';
    path.push(key === '' ? tool.name : key);
    level = level?.commands?.[key];
    at += 2;
  }
  const rest = tokens.slice(at);
  const parameter = level && parameterLabel(tool, level, rest);
  const words = parameter === undefined ? [rest.join('.')] : [parameter, rest.slice(2).join('.')];
  return [path.join(' '), ...words].filter((word) => word !== '').join(' › ') || tool.name;
}

function parameterLabel(
  tool: AtipTool,
  level: Pick<AtipCommand, 'arguments' | 'options'>,
  [list, index]: readonly string[],
): string | undefined {
  const number = Number(index);
  if (list === 'arguments') return level.arguments?.[number]?.name;
  const options = list === 'options' ? level.options : list === 'globalOptions' ? tool.globalOptions : undefined;
  const option = options?.[number];
  return option && `--${option.name}`;
}
