// `node tests/emit/measure-help.mjs`: for the five programs of npm, the facts that reading their help would have lost.
// A fact is one thing that a document says of a command, argument or option beside its description; effects are counted apart.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flattenCommands } from '@atip/core';
import { describeProgram } from '@atip/node';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = mkdtempSync('/var/tmp/atip-help-');

/** Shape: `option "build" --preset type string` for each fact. Names of the same thing differ, so flags and places tell. */
function factsOf(tool) {
  const facts = new Set();
  const globals = tool.globalOptions ?? [];
  for (const { path, metadata } of flattenCommands(tool)) {
    const words = path.join(' ');
    facts.add(`command ${words}`);
    for (const [at, argument] of (metadata.arguments ?? []).entries()) {
      const place = `argument ${words} ${at}`;
      facts.add(place);
      if (argument.required === false) facts.add(`${place} optional`);
      if (argument.variadic) facts.add(`${place} variadic`);
      addValue(facts, place, argument);
    }
    for (const option of [...(metadata.options ?? []), ...globals]) {
      const long =
        option.flags.findLast((flag) => flag.startsWith('--') && !flag.startsWith('--no-')) ?? option.flags.at(-1);
      const place = `option ${words} ${long}`;
      for (const flag of option.flags) facts.add(`${place} ${flag}`);
      if (option.required) facts.add(`${place} required`);
      if (option.envVar) facts.add(`${place} variable ${option.envVar}`);
      for (const key of Object.keys(option))
        if (key.startsWith('x-')) facts.add(`${place} ${key} ${JSON.stringify(option[key])}`);
      addValue(facts, place, option);
    }
    for (const alias of metadata['x-aliases'] ?? []) facts.add(`alias ${words} ${alias}`);
    if (metadata['x-deprecated']) facts.add(`deprecated ${words}`);
  }
  return facts;
}

function addValue(facts, place, { type, enum: choices, default: preset }) {
  facts.add(`${place} type ${type}`);
  for (const choice of choices ?? []) facts.add(`${place} choice ${choice}`);
  if (preset !== undefined) facts.add(`${place} default ${JSON.stringify(preset)}`);
}

try {
  for (const name of ['svgo', 'c8', 'taze', 'nuxi', 'swaggerhub']) {
    const script = join(ROOT, 'tests/emit/programs', `${name}.mjs`);
    const tool = JSON.parse(execFileSync(process.execPath, [script, '--agent'], { encoding: 'utf8', cwd: folder }));
    const program = join(folder, name);
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    chmodSync(program, 0o755);
    const described = await describeProgram(program, {
      env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder },
      onProblem: (reason) => console.log(`${name}: ${reason}`),
    });
    const [own, read] = [factsOf(tool), described ? factsOf(described.tool) : new Set()];
    const lost = [...own].filter((fact) => !read.has(fact));
    const commands = flattenCommands(tool);
    const options =
      commands.flatMap(({ metadata }) => metadata.options ?? []).length + (tool.globalOptions ?? []).length;
    const found = described ? flattenCommands(described.tool).length : 0;
    const share = ((100 * lost.length) / own.size).toFixed(0);
    console.log(
      `${name.padEnd(10)} ${commands.length} commands (help: ${found}), ${options} options, ${own.size} facts, help loses ${lost.length} (${share} %), effects of ${commands.length} commands (help: 0)`,
    );
    if (process.argv.includes('--facts')) console.log(lost.slice(0, 40).join('\n'));
  }
} finally {
  rmSync(folder, { recursive: true });
}
