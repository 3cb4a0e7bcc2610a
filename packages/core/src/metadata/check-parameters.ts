import { getOwn, isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import { quote } from './describe-value.ts';
import type { Finding } from './finding.ts';
import { isEffects } from './is-effects.ts';
import { type DocumentText, replaceValue, type SourceDocument } from './source-document.ts';

type Fields = Record<string, unknown>;

/** Checks what the schema cannot say about arguments and options. Wrong shapes are passed over: the schema reports them. */
export function checkParameters({ value, text }: SourceDocument): Finding[] {
  const findings: Finding[] = [];
  if (isRecord(value)) {
    checkList(value, '', 'globalOptions', text, findings);
    checkCommands(getOwn(value, 'commands'), '/commands', text, findings);
  }
  return findings;
}

function checkCommands(commands: unknown, pointer: string, text: DocumentText | undefined, findings: Finding[]): void {
  if (!isRecord(commands)) {
    return;
  }
  for (const [name, command] of Object.entries(commands)) {
    if (isRecord(command)) {
      const at = joinPointer(pointer, name);
      checkList(command, at, 'arguments', text, findings);
      checkList(command, at, 'options', text, findings);
      checkCommands(getOwn(command, 'commands'), `${at}/commands`, text, findings);
    }
  }
}

function checkList(owner: Fields, at: string, key: string, text: DocumentText | undefined, findings: Finding[]): void {
  const list = getOwn(owner, key);
  if (!Array.isArray(list)) {
    return;
  }
  const section = key === 'arguments' ? '3.4' : '3.5';
  for (const [index, parameter] of list.entries()) {
    if (isRecord(parameter)) {
      const pointer = joinPointer(at, key, index);
      findings.push(
        ...checkEnum(parameter, pointer),
        ...checkFlags(parameter, pointer, section, text),
        ...checkEffects(parameter, pointer),
      );
    }
  }
}

function checkEnum(parameter: Fields, pointer: string): Finding[] {
  const values = getOwn(parameter, 'enum');
  const empty = Array.isArray(values) && values.length === 0;
  if (getOwn(parameter, 'type') !== 'enum' || (values !== undefined && !empty)) {
    return [];
  }
  return [
    {
      code: 'missing-values',
      severity: 'warning',
      message: () => 'The type is "enum", but no values are listed, so any text passes; add them as "enum".',
      path: joinPointer(pointer, empty ? 'enum' : 'type'),
      mark: 'value',
      section: '3.7',
    },
  ];
}

/** Taken for the worst and not refused: whoever decides about a call still knows that something was said. */
function checkEffects(parameter: Fields, pointer: string): Finding[] {
  const stated = getOwn(parameter, 'x-effects');
  if (stated === undefined || isEffects(stated)) {
    return [];
  }
  return [
    {
      code: 'unreadable-effects',
      severity: 'warning',
      message: () =>
        'These are no effects as a command has them, so all harm is assumed when a call gives this; correct them.',
      path: joinPointer(pointer, 'x-effects'),
      mark: 'value',
      section: '3.6',
    },
  ];
}

/** A flag is passed as it stands: `"--output FILE"` would be one argument with a space in it. */
function checkFlags(parameter: Fields, pointer: string, section: string, text: DocumentText | undefined): Finding[] {
  const flags = getOwn(parameter, 'flags');
  if (!Array.isArray(flags)) {
    return [];
  }
  return flags.flatMap((flag: unknown, index): Finding[] => {
    if (typeof flag !== 'string' || flag === '' || isLegalFlag(flag)) {
      return [];
    }
    const spaced = /[\s,]/.test(flag);
    const split = flag.split(',').map((part) => part.trim());
    const certain = flags.length === 1 && split.length > 1 && split.every(isLegalFlag);
    const message = spaced
      ? `The flag ${quote(flag)} holds more than one word and would be passed as one; list every spelling on its own.`
      : `The flag ${quote(flag)} is no flag: one starts with "-" and holds no "=".`;
    return [
      {
        code: 'doubtful-flag',
        severity: 'warning',
        message: () => message,
        path: joinPointer(pointer, 'flags', index),
        mark: 'value',
        section,
        fix: text && certain ? () => replaceValue(text, joinPointer(pointer, 'flags'), split) : undefined,
      },
    ];
  });
}

/**
 * A flag that can stand on a command line as it is: one or two dashes, or the plus that some old programs take, and a
 * name without white space, `=` or `,`; or a dash alone.
 */
export function isLegalFlag(flag: string): boolean {
  return /^(?:--?|\+)[^\s=,-][^\s=,]*$|^-$/.test(flag);
}
