import type { RuleFormat } from '@atip/node/internal';

export interface LineCommand {
  readonly bare: string;
  readonly whole: string;
  readonly words: readonly string[];
  readonly isRedirected: boolean;
  readonly writes: boolean;
}
export function createMatcher(format: RuleFormat, text: string): (line: string) => boolean;
export function commandsOf(line: string): readonly LineCommand[] | undefined;
