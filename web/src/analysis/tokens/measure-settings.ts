import { type AtipTool, compile, type CompileSettings, type Provider } from '@atip/core';
import { countOf } from '../../state/health.ts';
import { countTokens } from './count-tokens.ts';
import type { TokenCounter } from './token-counter.ts';
import type { Cut } from './what-to-cut.ts';

interface Alternative {
  readonly settings: CompileSettings;
  readonly title: string;
  readonly note: string;
}

/**
 * What other settings would save, measured by compiling with them, largest saving first; none that saves nothing.
 *
 * Limits: compiling is one step, some 10 ms for 100 tools.
 *
 * @param settings those that are in use
 * @throws AtipValidationError when a tool is invalid
 */
export function* measureSettings(
  tools: readonly AtipTool[],
  provider: Provider,
  settings: CompileSettings,
  counter: TokenCounter,
): Generator<void, readonly Cut[]> {
  const now = compile(tools, provider, settings).tools;
  const { total } = yield* countTokens(now, provider, counter);
  const cuts: Cut[] = [];
  for (const { settings: other, title, note } of alternatives(settings)) {
    yield;
    const compiled = compile(tools, provider, other).tools;
    const saves = total - (yield* countTokens(compiled, provider, counter)).total;
    if (saves <= 0) continue;
    const ending =
      other.strategy === settings.strategy ? '' : `: ${countOf(now.length, 'tool')} become ${compiled.length}`;
    cuts.push({ kind: 'setting', title: title + ending, note, saves, share: saves / total, settings: other });
  }
  return cuts.sort((a, b) => b.saves - a.saves);
}

function alternatives(settings: CompileSettings): Alternative[] {
  const { globalOptions = 'required', examples, strategy, strict } = settings;
  const list: Alternative[] = [];
  if (globalOptions === 'all')
    list.push({
      settings: { ...settings, globalOptions: 'required' },
      title: 'Leave out global options that are not required',
      note: 'Models can then not set them.',
    });
  if (globalOptions !== 'none')
    list.push({
      settings: { ...settings, globalOptions: 'none' },
      title: 'Leave out all global options',
      note: 'Models can then not set them, and required ones have to come from you.',
    });
  if (examples === true)
    list.push({
      settings: { ...settings, examples: false },
      title: 'Leave out examples',
      note: 'Models then have only descriptions to go by.',
    });
  if (strict === true)
    list.push({
      settings: { ...settings, strict: false },
      title: 'Switch strict off',
      note: 'Arguments may then break the schema; they are checked before anything runs.',
    });
  if (strategy !== 'action')
    list.push({
      settings: { ...settings, strategy: 'action' },
      title: 'Make one tool of each group of commands',
      note: 'A call then names its command as `action`, and all of a group share one list of parameters.',
    });
  return list;
}
