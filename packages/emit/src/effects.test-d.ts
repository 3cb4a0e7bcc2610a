// Effects are typed by the names that a program's type has: a missing or misspelt one does not compile.
import type { AtipEffects } from '@atip/core';
import type { CommandDef } from 'citty';
import type { Command as ClipanionCommand } from 'clipanion';
import { Command } from 'commander';
import { expectTypeOf, test } from 'vitest';
import type { CommandNames, EffectsOf } from './effects.ts';
import { expectAtip, withAtip } from './with-atip.ts';

declare const READS: AtipEffects;
declare const base: typeof ClipanionCommand;

const add = { meta: { description: 'Adds one' }, run: () => undefined } satisfies CommandDef;
const notes = {
  meta: { name: 'notes' },
  subCommands: { list: add, remote: { subCommands: { add, drop: () => Promise.resolve(add) } } },
} satisfies CommandDef;

test('the subcommands of citty are names when they are literal', () => {
  expectTypeOf<CommandNames<typeof notes>>().toEqualTypeOf<'list' | 'remote add' | 'remote drop'>();
  expectTypeOf<CommandNames<CommandDef>>().toEqualTypeOf<string>();
  expectTypeOf(withAtip(notes, { effects: { list: READS, 'remote add': READS, 'remote drop': READS } })).toEqualTypeOf(
    notes,
  );
  // The program itself may have some besides.
  withAtip(notes, { effects: { '': READS, list: READS, 'remote add': READS, 'remote drop': READS } });
  // @ts-expect-error "remote drop" has none
  withAtip(notes, { effects: { list: READS, 'remote add': READS } });
  // @ts-expect-error "lst" is no command
  withAtip(notes, { effects: { lst: READS, list: READS, 'remote add': READS, 'remote drop': READS } });
  // @ts-expect-error the same in a test
  void expectAtip(notes, { effects: { list: READS } });
});

abstract class Add extends base {
  static override paths: [['remote', 'add'], ['radd']] = [['remote', 'add'], ['radd']];
}
abstract class Usual extends base {
  static override paths: [[]] = [[]];
}
abstract class Loose extends base {
  static override paths = [['loose']];
}

test('the paths of classes of clipanion are names when they are literal', () => {
  expectTypeOf<CommandNames<typeof Add | typeof Usual>>().toEqualTypeOf<'remote add' | ''>();
  expectTypeOf<CommandNames<typeof Loose>>().toEqualTypeOf<string>();
  type Effects = EffectsOf<typeof Add | typeof Usual>;
  expectTypeOf<{ 'remote add': AtipEffects; '': AtipEffects }>().toExtend<Effects>();
  expectTypeOf<{ '': AtipEffects }>().not.toExtend<Effects>();
  // @ts-expect-error "remote ad" is no command
  const misspelt: Effects = { 'remote ad': READS, '': READS };
  void misspelt;
});

test('commander has no names in its types, so expectAtip looks', () => {
  expectTypeOf<CommandNames<Command>>().toEqualTypeOf<string>();
  expectTypeOf(withAtip(new Command(), { effects: { anything: READS } })).toEqualTypeOf<Command>();
  // @ts-expect-error effects are never left out
  withAtip(new Command(), {});
  // @ts-expect-error no effect is called so
  withAtip(new Command(), { effects: { list: { netwrok: false } } });
});
