import { type AtipCommand, type AtipTool, type FlatCommand, flattenCommands, type Range } from '@atip/core';
import { joinPointer, pointerTokens, valueAt } from '@atip/core/internal';
import { markOf } from '../document/json-place.ts';
import { marksOf, RISK_ORDER, type Risk, risksOf } from '../document/risks.ts';
import { destroyCounts, destroyingBy } from '../safety/decided-calls.ts';
import { countOf } from '../text/words.ts';
import { aboutTool, type Subject } from '../worker/subject.ts';

export interface CommandNode {
  /** JSON Pointer in the document; `""` for the tool. */
  readonly pointer: string;
  /** Keys from the tool down. The last one is `""` for a group or tool that is a command itself. */
  readonly path: readonly string[];
  /** Words that a person types: `"pr create"`; the tool itself has its own name. */
  readonly name: string;
  readonly description: string;
  readonly range: Range | undefined;
  /** `"7 commands"`, `"deprecated"`, `"not in this document"`; mostly empty. */
  readonly note: string;
  /** The gravest danger of calling it, of a group of any of its commands. Absent: none worth a mark. */
  readonly mark: Risk | undefined;
  /** Only an option makes it so. */
  readonly isByOption: boolean;
  /** Its risks: `"destroys, no undo"`. */
  readonly words: string;
  /** Commands at or below it; 0 for a group whose commands the document leaves out. */
  readonly count: number;
  /** Share of it that the document's filter leaves. */
  readonly part: 'all' | 'some' | 'none';
  /** In document order. */
  readonly children: readonly CommandNode[];
}

export type CommandsAnswer = ReturnType<typeof answerCommands>;

const MOST_COMMANDS = 5000;

export function answerCommands(subject: Subject) {
  return aboutTool(subject, ({ tool, whole, source }) => {
    const commands = flattenCommands(whole);
    if (commands.length > MOST_COMMANDS) {
      const [many, most] = [commands.length.toLocaleString('en'), MOST_COMMANDS.toLocaleString('en')];
      return { ok: false, message: `This document has ${many} commands; the page lists up to ${most}.` } as const;
    }
    const flat = new Map(commands.map((command) => [command.pointer, command]));
    const visit = (node: AtipTool | AtipCommand, pointer: string, path: readonly string[]): CommandNode => {
      const children = Object.entries(node.commands ?? {}).map(([key, child]) =>
        visit(child, joinPointer(pointer, 'commands', key), [...path, key]),
      );
      const name = path.filter((word) => word !== '').join(' ') || whole.name;
      const isLeft = valueAt(tool, pointerTokens(pointer)) !== undefined;
      return {
        pointer,
        path,
        name,
        description: node.description,
        range: source && markOf(source, pointer),
        part: isLeft ? 'all' : 'none',
        ...(children.length > 0 ? factsOfGroup(children) : factsOf(flat.get(pointer))),
        children,
      };
    };
    // Counted in the part that the filter leaves.
    return { ok: true, root: visit(whole, '', []), destroy: destroyCounts(flattenCommands(tool)) } as const;
  });
}

/** Worth a mark in a list; nearly every command has one of the others. */
const DANGERS: readonly Risk[] = RISK_ORDER.slice(0, RISK_ORDER.indexOf('writes'));

/** @param command `undefined`: the document leaves its commands out */
function factsOf(command: FlatCommand | undefined) {
  if (command === undefined)
    return { note: 'not in this document', mark: 'not-stated', isByOption: false, words: '', count: 0 } as const;
  const risks = risksOf(command.effects);
  // Silence about destroying must be seen.
  const isDoubtful = command.effects.destructive === undefined && !risks.includes('reads');
  const danger = DANGERS.find((risk) => risks.includes(risk)) ?? (isDoubtful ? 'not-stated' : undefined);
  const isByOption = destroyingBy(command) === 'option';
  const words = marksOf(risks).map(({ word }) => word);
  if (isByOption) words.push('destroys with an option');
  return {
    note: command.metadata['x-deprecated'] === true ? 'deprecated' : '',
    mark: isByOption ? 'destroys' : danger,
    isByOption,
    words: words.join(', ') || 'no risk stated',
    count: 1,
  } as const;
}

function factsOfGroup(children: readonly CommandNode[]) {
  const mark = RISK_ORDER.find((risk) => children.some((child) => child.mark === risk));
  const [word] = marksOf(mark ? [mark] : []).map((known) => `some of them: ${known.word}`);
  const has = (part: CommandNode['part']): boolean => children.every((child) => child.part === part);
  const part: CommandNode['part'] = has('all') ? 'all' : has('none') ? 'none' : 'some';
  const count = children.reduce((total, child) => total + child.count, 0);
  return {
    note: countOf(count, 'command'),
    mark,
    isByOption: mark === 'destroys' && !children.some((child) => child.mark === mark && !child.isByOption),
    words: word ?? '',
    count,
    part,
  };
}
