import type { AtipEffects } from '../../types/effects.ts';
import type { AtipCommand } from '../../types/tool.ts';
import { recordsOf, textOf, textsOf } from '../shared/fields.ts';
import type { Branch } from '../shared/grow-tree.ts';
import { hasControl } from '../shared/has-control.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { LoseFig } from './fig-losses.ts';
import type { FigSource } from './open-specs.ts';
import { isDiscouraged, isProgram } from './marks.ts';
import { endsOptions, readOptions } from './read-options.ts';
import { readArguments } from './read-arguments.ts';

/** Reads one node of a specification. @param pointer of the command, for losses */
export function readBranch({ spec, above }: FigSource, pointer: string, lose: LoseFig): Branch<FigSource> {
  const loseHere = (code: Parameters<LoseFig>[0]): void => lose(code, pointer);
  const args = readArguments(spec, loseHere);
  const { own, persistent } = readOptions(spec, loseHere);
  const effects = effectsOf(spec);
  const marks = marksOf(spec);
  if (spec['parserDirectives'] !== undefined) loseHere('import-lost-directive');
  return {
    command: {
      description: textOf(spec['description']),
      ...(args.length > 0 && { arguments: args }),
      ...(own.length > 0 && { options: own }),
      ...(endsOptions(spec) && { 'x-end-of-options': true }),
      ...(Object.keys(effects).length > 0 && { effects }),
      ...marks,
    },
    group: { ...marks, ...(spec['isDangerous'] === true && { effects: { destructive: true } }) },
    persistent,
    ...(spec['requiresSubcommand'] === true && { runs: false }),
    children: recordsOf(spec['subcommands']).map((child) => ({ spec: child, above })),
  };
}

/** Fig says what is dangerous, and which argument is a program to run; it never says that something is harmless. */
function effectsOf(spec: Fields): AtipEffects {
  const args = recordsOf(spec['args']);
  const isDangerous = [spec, ...args].some((node) => node['isDangerous'] === true);
  const runs = args.some(isProgram);
  return { ...(isDangerous && { destructive: true }), ...(runs && { subprocess: true }) };
}

function marksOf(spec: Fields): Pick<AtipCommand, 'x-aliases' | 'x-deprecated'> {
  const aliases = textsOf(spec['name'])
    .slice(1)
    .filter((alias) => !hasControl(alias));
  return { ...(aliases.length > 0 && { 'x-aliases': aliases }), ...(isDiscouraged(spec) && { 'x-deprecated': true }) };
}
