import type { AtipEffects } from '@atip/core';

type Value<T> = T extends (...args: never[]) => infer R ? Awaited<R> : Awaited<T>;

/** The words of citty's subcommands, as far as their types are literal. */
type SubCommands<Program> = Program extends { readonly subCommands: infer Commands } ? Value<Commands> : never;

type CittyNames<Commands, Before extends string = ''> = {
  [Name in keyof Commands & string]: string extends Name
    ? string
    : [SubCommands<Value<Commands[Name]>>] extends [never]
      ? `${Before}${Name}`
      : CittyNames<SubCommands<Value<Commands[Name]>>, `${Before}${Name} `>;
}[keyof Commands & string];

type Joined<Words> = Words extends readonly [infer First extends string]
  ? First
  : Words extends readonly [infer First extends string, ...infer Rest extends readonly string[]]
    ? `${First} ${Joined<Rest>}`
    : Words extends readonly []
      ? ''
      : string;

/** The first path of a command class of clipanion; the others are aliases. */
type ClipanionNames<Program> = Program extends { readonly paths: readonly [infer First, ...unknown[]] }
  ? Joined<First>
  : Program extends { readonly paths: unknown }
    ? string
    : never;

/**
 * The names of a program's commands, if its type contains them: citty's literal `subCommands`, or the literal `paths`
 * of clipanion's classes. Else `string`.
 */
export type CommandNames<Program> = Program extends readonly (infer Class)[]
  ? CommandNames<Class>
  : [SubCommands<Program>] extends [never]
    ? [ClipanionNames<Program>] extends [never]
      ? string
      : ClipanionNames<Program>
    : CittyNames<SubCommands<Program>>;

/**
 * The effects of each command of a program, by the words that call it: `{ 'remote add': { network: false } }`. `''` is
 * the program itself; those of a group apply to all commands below it. If the program's type contains the names, all
 * are required and checked.
 */
export type EffectsOf<Program> =
  string extends CommandNames<Program>
    ? Readonly<Record<string, AtipEffects>>
    : Readonly<Record<CommandNames<Program>, AtipEffects>> & { readonly ''?: AtipEffects };
