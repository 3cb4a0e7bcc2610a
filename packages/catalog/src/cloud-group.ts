import { stated } from '@atip/core/internal';
import type { AtipArgument, AtipCommand, AtipEffects, AtipOption } from '@atip/core';

const NETWORK: AtipEffects = { network: true };
/** The first letter of a command's effects. */
const LEVELS: Readonly<Record<string, AtipEffects>> = {
  r: {
    filesystem: { read: true, write: false, delete: false },
    ...{ network: true, subprocess: false, idempotent: true, reversible: true, destructive: false },
  },
  w: { ...NETWORK, destructive: false },
  o: NETWORK,
  d: { ...NETWORK, destructive: true },
};
const MORE: Readonly<Record<string, AtipEffects>> = {
  b: { cost: { billable: true } },
  s: { 'x-sends': 'given' },
  v: { 'x-reveals': 'credentials' },
  f: { filesystem: { read: true, write: true } },
};

/**
 * Reads the commands of a group of `aws`, `az` or `gcloud` from the text that `build/build-clouds.ts` wrote: a line
 * for each, with its words, the letters of its effects, its description, arguments (`name`, `name*` for several) and
 * options (`--flag`, `--flag=` with a value, `--flag=*` with values up to the next option).
 */
export function readCloudGroup(text: string): Record<string, AtipCommand> {
  const root: Record<string, AtipCommand> = {};
  for (const line of text.split('\n')) {
    const [words = '', code = '', description = '', positionals = '', options = ''] = line.split('\t');
    const path = words.split(' ');
    let below = root;
    for (const [index, name] of path.slice(0, -1).entries()) {
      const group = below[name] ?? { description: `Commands of ${path.slice(0, index + 1).join(' ')}` };
      below[name] = group;
      group.commands ??= {};
      below = group.commands;
    }
    const name = path.at(-1) ?? '';
    const command: AtipCommand = stated({
      description: description || words,
      effects: effectsOf(code),
      arguments: positionals !== '' ? positionals.split(' ').map(readArgument) : undefined,
      options: options !== '' ? options.split(' ').map(readOption) : undefined,
    });
    const known = below[name]?.commands;
    if (known) known[''] = command;
    else below[name] = command;
  }
  return root;
}

function effectsOf(code: string): AtipEffects {
  const [level = '', ...more] = code;
  return Object.assign({}, LEVELS[level], ...more.map((letter) => MORE[letter] ?? {}));
}

function readArgument(text: string): AtipArgument {
  const name = text.replace('*', '');
  const variadic = text.endsWith('*') && { variadic: true };
  return { name, type: 'string', description: name, required: false, ...variadic };
}

function readOption(text: string): AtipOption {
  const [flag = '', value] = text.split('=');
  const name = flag.replace(/^-+/, '');
  const option: AtipOption = { name, flags: [flag], type: 'string', description: name.replaceAll('-', ' ') };
  // The owner of a bucket may read in its log for which names it was asked.
  if (/^(bucket|key|prefix)$/.test(name)) option['x-effects'] = { 'x-carries': true, 'x-why': 'is sent' };
  if (value === undefined) return { ...option, type: 'boolean' };
  return value === '*' ? { ...option, type: 'array', 'x-until': [] } : option;
}
