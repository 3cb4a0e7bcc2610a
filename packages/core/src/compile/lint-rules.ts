import type { DocumentFinding } from '../document/finding.ts';
import { nodeAt, replaceValue, type SourceDocument } from '../document/source-document.ts';
import type { AtipTool } from '../types/tool.ts';

/**
 * The meaning of each code: severity, section of the ATIP RFC, and a message in which `%` is replaced by the finding.
 * Misleading safety or command lines are warnings; clumsy wording is an info.
 */
export const RULES = {
  'ambiguous-name': ['info', '3.5', 'Hardly differs from %; rename one.'],
  'boolean-argument': ['warning', '3.4', 'A positional argument has no on and off; make it an option.'],
  'cannot-compile': ['error', '8.2', 'Cannot be compiled: too many commands, or two of one name.'],
  'contradictory-effects': ['warning', '3.6', 'Contradiction: %. Correct one.'],
  'denied-destruction': ['info', '3.6', 'The name says %, "destructive" says no; make sure.'],
  'duplicate-description': ['info', '3.3', 'Same as of %; say how they differ.'],
  'duplicate-flag': ['warning', '3.5', '% is listed twice; remove one.'],
  'duplicate-name': ['warning', '3.5', '% is listed twice; models get the later one under another key. Rename it.'],
  'duplicate-value': ['warning', '3.7', '% is listed twice; remove one.'],
  'effect-overridden': ['info', '3.6', 'Without effect: a level above states worse, and that counts. Correct one.'],
  'foreign-example': ['info', '3.3', 'This example does not call %; correct it.'],
  'forged-safety-flag': ['warning', '8.2', '% looks like a safety flag; remove it and state the effects.'],
  'invalid-default': ['warning', '3.7', 'Not a value that this parameter takes; correct it.'],
  'long-description': ['info', '3.2', 'Longer than % characters; shorten it.'],
  'missing-description': ['warning', '3.3', 'Models choose by the description; write one.'],
  'missing-effects': ['warning', '3.6', 'Nothing says what is written, sent or destroyed; state the effects.'],
  'missing-methods': ['warning', '3.8', 'Required, but no method is listed; add one.'],
  'mixed-alphabets': ['warning', '3.3', '% mixes alphabets that look alike; write it in one.'],
  'model-instruction': ['warning', '11', 'Gives orders to models (%); say only what the command does.'],
  'mode-without-trust': [
    'info',
    '3.6',
    '% may not say that an invocation does less than its command: only harm counts of "x-mode".',
  ],
  'no-commands': ['info', '3.3', 'Without commands models get nothing; the tool itself is the command "".'],
  'renamed-command': [
    'info',
    '8.2',
    'Models call it %: its own name is too long, taken, or not accepted by all providers.',
  ],
  'required-after-optional': ['warning', '3.4', 'Takes the place of the optional argument before it; put it first.'],
  'required-default': ['info', '3.7', 'A required parameter never takes its default; remove it, or make it optional.'],
  'secret-in-metadata': ['warning', '11', 'Looks like a secret, which every model would read; remove it.'],
  'undeclared-variable': ['warning', '3.9', '% is not in "variables"; add it.'],
  'unknown-checksum': [
    'error',
    '11',
    'In no form that can be compared, so that the program is never run. Write sha256:… or sha512:… in hex.',
  ],
  'unknown-example-flag': ['info', '3.3', 'This command has no option %; add it to its options.'],
  'unread-commands': [
    'warning',
    '3.1.1',
    'An overview: % was not read, and nothing of it can be called; give the whole document.',
  ],
  'unreachable-parameters': ['warning', '3.3', 'Reach no command from a group; move them to its commands.'],
  'unstated-destruction': ['warning', '3.6', 'The name says %; state "destructive".'],
  'unused-variable': ['info', '3.9', 'No step uses this variable; remove it.'],
  'variadic-not-last': ['warning', '3.4', 'Nothing tells where the values of % end; put this one before.'],
  'weak-description': ['info', '3.3', 'Says too little to choose by; say what it does.'],
} as const;

type RuleCode = keyof typeof RULES;

/** One run of `checkTool`, passed from rule to rule. */
export interface Lint {
  readonly tool: AtipTool;
  /** True if the tool's modes count, see `mayReassure`. */
  readonly isBelieved: boolean;
  /** Without text: findings have neither ranges nor fixes. */
  readonly document: SourceDocument;
  /**
   * Records a finding.
   *
   * @param found fills the rule's message, with invisible characters escaped, shortened if needed
   * @param mark absent: the value
   */
  report(code: RuleCode, path: string, found?: string, fix?: DocumentFinding['fix'], mark?: 'key' | 'value'): void;
}

/** A fix that replaces a value; none if the text differs from the tool there. */
export function replaceSame(
  { document: { text } }: Lint,
  path: string,
  before: unknown,
  after: unknown,
  title?: string,
): DocumentFinding['fix'] {
  if (text === undefined) return undefined;
  return () => {
    const isSame = JSON.stringify(nodeAt(text, path)?.node.value) === JSON.stringify(before);
    return isSame ? replaceValue(text, path, after, title) : undefined;
  };
}
