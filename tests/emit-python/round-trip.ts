import { type AtipTool, checkCall, flattenCommands, parseTool } from '@atip/core';
import { asRecord, isRecord, parametersOf } from '@atip/core/internal';
import { join } from 'node:path';
import { PROGRAMS, pythonJson } from './python.ts';

/** The outcome of one call that went there and back. */
export interface Trip {
  readonly state: 'same' | 'refused' | 'differs' | 'invalid';
  readonly argv?: readonly string[];
  readonly detail?: unknown;
}

/**
 * Generated programs → ATIP → `checkCall` → the program's own parser, which must get the values that were asked for. A value that
 * core refuses to write, since the program could take it for an option, is `refused`.
 */
export function roundTrips(framework: 'argparse' | 'click', seed: string, count: number): readonly Trip[] {
  const program = join(PROGRAMS, `round_trip_${framework}.py`);
  const made = pythonJson([program, 'make', seed, String(count)]);
  const calls = (Array.isArray(made) ? made : []).map(callOf);
  const argvs = calls.map((call) => ('argv' in call ? call.argv.slice(1) : null));
  const parsed = pythonJson([program, 'parse', seed, String(count)], { input: JSON.stringify(argvs) });
  const results: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
  return calls.map((call, at): Trip => {
    if (!('argv' in call)) return call;
    const { got, expected } = asRecord(results[at]);
    const isSame = isRecord(got) && JSON.stringify(got) === JSON.stringify(expected);
    return { state: isSame ? 'same' : 'differs', argv: call.argv, detail: results[at] };
  });
}

function callOf(made: unknown): { readonly argv: readonly string[] } | Trip {
  const { tool: document, path, values } = asRecord(made);
  const { tool, issues } = parseTool(document);
  if (tool === undefined || issues.length > 0) return { state: 'invalid', detail: issues };
  const words = Array.isArray(path) ? path : [];
  const command = flattenCommands(tool).find((one) => one.path.join(' ') === words.join(' '));
  if (command === undefined) return { state: 'invalid', detail: `no ${words.join(' ')}` };
  const args = argumentsOf(tool, command.metadata, Array.isArray(values) ? values : []);
  const check = checkCall({ id: '1', name: command.name, arguments: args }, [tool]);
  if (check.argv === undefined) return { state: 'refused', detail: check.reasons };
  return { argv: check.argv };
}

/** The values by the keys that a model uses: of options by a flag, of positionals in their order. */
function argumentsOf(
  tool: AtipTool,
  metadata: Parameters<typeof parametersOf>[0]['metadata'],
  values: readonly unknown[],
): Record<string, unknown> {
  const parameters = parametersOf({ metadata, tool });
  const positionals = parameters.filter(({ kind }) => kind === 'argument');
  let next = 0;
  return Object.fromEntries(
    values.map((pair) => {
      const [flag, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
      const parameter =
        flag === null
          ? positionals[next++]
          : parameters.find(
              ({ kind, source }) => kind === 'option' && 'flags' in source && source.flags.some((one) => one === flag),
            );
      return [parameter?.key ?? `nothing for ${String(flag)}`, value];
    }),
  );
}
