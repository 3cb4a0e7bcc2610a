import type { FlatCommand } from '../types/flat-command.ts';
import type { CompileSettings } from '../types/provider.ts';
import { type ParameterShape, shapeOf } from './parameter-shape.ts';
import { type Parameter, parametersOf } from './parameters.ts';

/** A parameter as a provider's schema will show it. */
export interface CompiledParameter {
  readonly parameter: Parameter;
  readonly shape: ParameterShape;
}

const NONE: readonly CompiledParameter[] = [];

/**
 * The parameters that are sent to models: the command's own, and of the tool's global options those that were asked for.
 *
 * @param globalOptions `required` sends those without which nothing runs; `none` not even these
 */
export function compiledParameters(
  command: Pick<FlatCommand, 'metadata' | 'tool'>,
  globalOptions: CompileSettings['globalOptions'] = 'required',
): readonly CompiledParameter[] {
  const { metadata, tool } = command;
  // Half of all commands take nothing.
  if (metadata.arguments === undefined && metadata.options === undefined && tool.globalOptions === undefined)
    return NONE;
  const compiled: CompiledParameter[] = [];
  for (const parameter of parametersOf(command)) {
    if (isSent(parameter, globalOptions)) compiled.push({ parameter, shape: shapeOf(parameter) });
  }
  return compiled;
}

/** Whether a parameter is sent to models under this setting. */
export function isSent({ global, required }: Parameter, globalOptions: CompileSettings['globalOptions']): boolean {
  return !global || globalOptions === 'all' || (globalOptions === 'required' && required);
}
