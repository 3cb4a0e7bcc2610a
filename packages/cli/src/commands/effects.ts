import { resolve } from 'node:path';
import type { AtipEffects, AtipTool } from '@atip/core';
import { askDocument, type SandboxChoice } from '../author/ask-document.ts';
import { setField } from '../author/edit-json.ts';
import {
  effectsOf as effectsOfAnswer,
  factsOf,
  type Facts,
  INSTRUCTIONS,
  readAnswer,
  stillOpen,
  writeQuestion,
} from '../author/effect-dialogue.ts';
import { newTable, setInTable } from '../author/effects-table.ts';
import { asGuess, listOpen, type OpenCommand } from '../author/open-effects.ts';
import { readText, writeText } from '../author/project.ts';
import { splitWords, type SplitWords } from '../author/split-words.ts';
import { type CliHost, CliError, type DefineCommand, EXIT } from '../cli-host.ts';
import { documentIssues } from '../documents/read-source.ts';
import { createPaint } from '../terminal/style.ts';
import { countOf, plainLine, toJson } from '../terminal/text.ts';
import { sandboxOption } from '../tools/call-settings.ts';

interface EffectsOptions {
  readonly table?: string;
  readonly acceptGuesses?: boolean;
  readonly json?: boolean;
  readonly sandbox: SandboxChoice;
}

/** `atip effects FILE`, `atip effects --table FILE -- PROGRAM WORD…` */
export const defineEffects: DefineCommand = (command, { host }) => {
  command
    .usage('[options] [file] [-- program word...]')
    .argument('[file...]', 'a document; default: atip.json')
    .option('--table <file>', 'write a table for withAtip instead: .js, .mjs, .cjs, .ts, .json, .py')
    .option('--accept-guesses', 'ask nothing and accept every guess, marked as a guess')
    .option('--json', 'only list the commands, with our guesses and their reasons')
    .addOption(sandboxOption('sandbox of the program after --; off runs it with all your rights'))
    .addHelpText('after', HELP)
    .action(async (_words: string[], options: EffectsOptions) => {
      const subject = await openSubject(splitWords(command.args, host), options, host);
      const open = listOpen(subject.tool);
      if (options.json === true || (options.acceptGuesses !== true && host.ask === undefined)) writeList(open, host);
      else if (open.length === 0) host.stdout.write(`${plainLine(subject.name)}: the effects are complete.\n`);
      else if (options.acceptGuesses === true) await acceptGuesses(subject, open, host);
      else host.stdout.write(nextStep(subject, await askEach(subject, open, host)));
    });
};

const HELP = `
Without a terminal it only writes the list, as JSON.

For example:
  atip effects                                         (atip.json, one command after the other)
  atip effects --table atip.effects.js -- node cli.js  (a program with withAtip)`;

/** The place where effects are read and saved. */
export interface Subject {
  readonly name: string;
  readonly tool: AtipTool;
  readonly isTable: boolean;
  /** Saves the effects of one command at once. */
  keep(command: OpenCommand, effects: AtipEffects): Promise<void>;
}

/** @throws CliError when the document or program does not exist or is invalid */
export async function openSubject(
  { files, program }: SplitWords,
  { table, sandbox }: Pick<EffectsOptions, 'table' | 'sandbox'>,
  host: CliHost,
): Promise<Subject> {
  if (files.length > 1 || (files.length > 0 && program.length > 0))
    throw new CliError(EXIT.usage, 'Name one document, or a program after --.');
  if (program.length > 0 && table === undefined)
    throw new CliError(EXIT.usage, 'Effects of a program are kept in a table; name its file: --table atip.effects.js');
  const file = files[0] ?? 'atip.json';
  const path = resolve(host.cwd, file);
  const text = program.length > 0 ? await askDocument(program, sandbox, host) : await readText(path);
  const name = program.length > 0 ? program.join(' ') : file;
  if (text === undefined) throw new CliError(EXIT.io, `There is no ${file}. Name a document, or a program after --.`);
  const { tool, issues } = documentIssues(text);
  if (tool === undefined) {
    const first = issues.find(({ severity }) => severity === 'error')?.message ?? '';
    throw new CliError(EXIT.invalid, `${name} is not valid: ${first} Run: atip validate ${name}`);
  }
  return table === undefined ? documentSubject(file, text, tool, host) : await tableSubject(name, table, tool, host);
}

function documentSubject(file: string, text: string, tool: AtipTool, host: CliHost): Subject {
  const path = resolve(host.cwd, file);
  let kept = text;
  return {
    ...{ name: file, tool, isTable: false },
    async keep({ pointer }, effects) {
      const changed = setField(kept, pointer, 'effects', effects);
      if (changed === undefined) throw new CliError(EXIT.invalid, `${file} cannot be edited at ${pointer}.`);
      // An edit that a person makes meanwhile is not lost.
      if ((await readText(path)) !== kept)
        throw new CliError(EXIT.io, `${file} was changed meanwhile. The last answer was not written; run this again.`);
      await writeText(file, changed, host);
      kept = changed;
    },
  };
}

async function tableSubject(name: string, table: string, tool: AtipTool, host: CliHost): Promise<Subject> {
  const path = resolve(host.cwd, table);
  return {
    ...{ name, tool, isTable: true },
    async keep({ words }, effects) {
      const kept = (await readText(path)) ?? newTable(table);
      const changed = setInTable(kept, table, words.join(' '), effects);
      if (changed === undefined) {
        host.stdout.write(`${JSON.stringify(words.join(' '))}: ${toJson(effects)},\n`);
        throw new CliError(EXIT.invalid, `${table} has more than data in its table. Paste the lines above into it.`);
      }
      await writeText(table, changed, host);
    },
  };
}

function writeList(open: readonly OpenCommand[], { stdout }: CliHost): void {
  const commands = open.map(({ words, pointer, description, guess, reasons, merged }) => ({
    ...{ command: words.join(' '), path: pointer, description, stated: merged, guess, reasons },
  }));
  stdout.write(`${toJson({ commands })}\n`);
}

async function acceptGuesses(subject: Subject, open: readonly OpenCommand[], host: CliHost): Promise<void> {
  const known = open.filter(({ guess, merged }) => Object.keys(guess).length > Object.keys(merged).length);
  for (const command of known) await subject.keep(command, asGuess(command));
  const rest = open.length - known.length;
  const unknown = rest === 0 ? '' : ` Of ${countOf(rest, 'other')} there is no guess.`;
  host.stdout.write(
    `${plainLine(subject.name)}: ${countOf(known.length, 'command')} got our guess, marked as such in "x-why".${unknown} Check them: atip effects\n`,
  );
}

/** Asks about one command after the other; saves each answer before the next question. @returns the commands without an answer */
export async function askEach(subject: Subject, open: readonly OpenCommand[], host: CliHost): Promise<number> {
  const { stdout, ask, signal } = host;
  if (!ask) throw new CliError(EXIT.refused, 'There is no terminal to ask at.');
  const paint = createPaint(stdout, host.env);
  const facts: Facts[] = open.map(({ guess }) => factsOf(guess));
  const answered = new Set<number>();
  let warned = -1;
  let isShown = false;
  stdout.write(INSTRUCTIONS);
  for (let at = 0; at < open.length; ) {
    const command = open[at];
    const now = facts[at];
    if (command === undefined || now === undefined) break;
    if (!isShown) stdout.write(writeQuestion(command, now, { at: at + 1, all: open.length, paint }));
    isShown = false;
    const line = await askOrStop(ask, signal);
    const answer = line === undefined ? ({ go: 'quit', facts: now } as const) : readAnswer(line, now);
    facts[at] = answer.facts;
    if (answer.go === 'quit') break;
    if (answer.problem !== undefined) stdout.write(`${plainLine(answer.problem)}\n`);
    if (line?.trim() === '?') stdout.write(INSTRUCTIONS);
    if (answer.go === 'again') continue;
    const left = stillOpen(command, answer.facts);
    if (answer.go === 'take' && left.length > 0 && warned !== at) {
      // Open is not "no": a policy asks a person each time.
      stdout.write(`Still open: ${left.join(', ')}. Enter once more leaves it open.\n`);
      warned = at;
      isShown = true;
      continue;
    }
    if (answer.go === 'take') {
      await subject.keep(command, effectsOfAnswer(command, answer.facts));
      answered.add(at);
    }
    at = Math.max(0, at + (answer.go === 'back' ? -1 : 1));
  }
  stdout.write(`${signal.aborted ? '\n' : ''}${countOf(answered.size, 'answer')} saved.\n`);
  return open.length - answered.size;
}

/** Ctrl-C stops like `q`: all answers are already saved. */
async function askOrStop(ask: NonNullable<CliHost['ask']>, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await ask('> ');
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return undefined;
    throw error;
  }
}

function nextStep(subject: Subject, left: number): string {
  if (left === 0) return 'Next: atip ci\n';
  return `${countOf(left, 'command')} of ${plainLine(subject.name)} left: run this again to go on.\n`;
}
