import type { AtipCommand, AtipTool, Issue, IssueSeverity, Loss, Provider, Range } from '@atip/core';
import { pointerTokens } from '@atip/core/internal';
import { lossFix, readSource } from '../../document/document-fixes.ts';
import { locatorFor } from '../../document/json-place.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';

/** How what core says of a loss goes on from the provider's name; a code that is not here is told as core tells it. */
const BEGINNINGS: Readonly<Record<string, (provider: string) => string>> = {
  'not-sent': (provider) => `${provider} is not told this.`,
  'in-text': (provider) => `${provider} is told this in words.`,
  renamed: (provider) => `${provider} knows this by another name.`,
  truncated: (provider) => `${provider} is told less than this.`,
  'value-dropped': (provider) => `${provider} is not told all values.`,
  'as-text': (provider) => `${provider} is told this as text.`,
  shadowed: (provider) => `${provider} is not told of this command.`,
  shared: (provider) => `${provider} is told this as one with others.`,
  relaxed: (provider) => `${provider} is told that this is optional.`,
  unreachable: (provider) => `${provider} is not told this.`,
  assumed: (provider) => `${provider} is told the worst.`,
};

/**
 * The losses of a compilation as issues of the document: where each is, what became of it there, and the change that
 * mends it where there is one.
 *
 * Shape: `{ code: "truncated", pointer: "/commands/a/description" }` → `{ code: "loss-truncated", severity: "info", message:
 * "OpenAI is told less than this. It is cut to 1024 characters; the flags are whole.", path, range, fix }`. A warning where
 * nobody knows the harm. All of them and in their order; `groupIssues` makes a list of it.
 * A text that cannot be read gives issues without place.
 */
export function lossIssues(sourceText: string, losses: readonly Loss[], provider: Provider): readonly Issue[] {
  const source = readSource(sourceText);
  const locator = source && locatorFor(source.root, source.lines);
  return losses.map((loss) => {
    const range: Range | undefined = locator?.markOf(loss.pointer);
    const fix = source && lossFix(source, loss);
    return {
      code: `loss-${loss.code}`,
      severity: WARNINGS.has(loss.code) ? 'warning' : 'info',
      message: [
        BEGINNINGS[loss.code]?.(PROVIDER_LABELS[provider]) ?? `${PROVIDER_LABELS[provider]}:`,
        loss.message,
      ].join(' '),
      path: loss.pointer,
      ...(range && { range }),
      ...(fix && { fix }),
    };
  });
}

/** Codes of what may do harm: the model knows less of a danger than there is. */
const WARNINGS: ReadonlySet<string> = new Set(['assumed', 'shadowed']);

/** `loss`: it comes out otherwise than it was written. `told`: in words. `kept`: the host keeps it, as with every document. */
export type LossKind = 'loss' | 'told' | 'kept';

/** A parameter that is left out, or a constraint of its values. */
const OF_PARAMETER = /\/(?:arguments|options|globalOptions)\/\d+(?:\/(?:default|enum))?$/;

/** Only a fact whose absence changes calls is lost; the other fields of a document are for the host that keeps them. */
export function kindOf({ code, pointer }: Pick<Loss, 'code' | 'pointer'>): LossKind {
  if (code === 'in-text') return 'told';
  return code === 'not-sent' && !OF_PARAMETER.test(pointer) ? 'kept' : 'loss';
}

/** One place that the provider is not told of, or in other words. */
export interface LossPlace {
  /** `"pr create › effects.network"` */
  readonly label: string;
  /** Absent where the text has no such place. */
  readonly range?: Range;
  readonly fix?: NonNullable<Issue['fix']>;
}

/** Losses that read the same. */
export interface LossGroup {
  readonly code: string;
  readonly kind: LossKind;
  /** `warning`: nobody knows the harm. */
  readonly severity: IssueSeverity;
  readonly message: string;
  /** How many there are; `places` has no more than its limit. */
  readonly count: number;
  readonly places: readonly LossPlace[];
}

/** Places of one group that are told; of the rest their number is. */
const MOST_PLACES = 200;

/**
 * Losses by what is said of them: warnings first, then other losses, what the host keeps, what is told in words; of each the most
 * frequent first.
 *
 * @param issues of these losses, one for each, in their order
 */
export function groupLosses(tool: AtipTool, losses: readonly Loss[], issues: readonly Issue[]): readonly LossGroup[] {
  const groups = new Map<string, { code: string; kind: LossKind; first: Issue; members: Issue[] }>();
  for (const [index, loss] of losses.entries()) {
    const issue = issues[index];
    if (issue === undefined) continue;
    const { code } = loss;
    const kind = kindOf(loss);
    const key = JSON.stringify([kind, code, issue.message]);
    const known = groups.get(key);
    if (known) known.members.push(issue);
    else groups.set(key, { code, kind, first: issue, members: [issue] });
  }
  return [...groups.values()]
    .map(({ code, kind, first, members }): LossGroup => {
      const places = members.slice(0, MOST_PLACES).map((member) => placeOf(tool, member));
      return { code, kind, severity: first.severity, message: first.message, count: members.length, places };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.count - a.count);
}

function placeOf(tool: AtipTool, { path, range, fix }: Issue): LossPlace {
  return { label: placeLabel(tool, path), ...(range && { range }), ...(fix && { fix }) };
}

function rankOf({ kind, severity }: LossGroup): number {
  return severity === 'info' ? RANKS[kind] : 0;
}

const RANKS: Readonly<Record<LossKind, number>> = { loss: 1, kept: 2, told: 3 };

/** Noted at each keystroke, so that a document of thousands of them costs no time. */
const MOST = 200;

/**
 * The losses that Problems and the editor show: what comes out otherwise than it was written, such as a cut or a new name.
 * All are notes, since the document is not at fault.
 */
export function notableLosses(text: string, losses: readonly Loss[], provider: Provider): readonly Issue[] {
  const notable = losses.filter((loss) => kindOf(loss) === 'loss' && loss.code !== 'not-sent').slice(0, MOST);
  if (notable.length === 0) return [];
  return lossIssues(text, notable, provider).map((issue) => ({ ...issue, severity: 'info' }));
}

/**
 * A place of a document in words: `/commands/pr/commands/create/effects/network` → `"pr create › effects.network"`,
 * `/globalOptions/0/enum` → `"--host › enum"`. What is not there is named by its pointer.
 */
export function placeLabel(tool: AtipTool, pointer: string): string {
  const tokens = pointerTokens(pointer);
  const path: string[] = [];
  let level: Pick<AtipCommand, 'commands' | 'arguments' | 'options'> | undefined = tool;
  let at = 0;
  while (tokens[at] === 'commands' && at + 1 < tokens.length) {
    const key = tokens[at + 1] ?? '';
    path.push(key === '' ? tool.name : key);
    level = level?.commands?.[key];
    at += 2;
  }
  const rest = tokens.slice(at);
  const parameter = level && parameterLabel(tool, level, rest);
  const words = parameter === undefined ? [rest.join('.')] : [parameter, rest.slice(2).join('.')];
  return [path.join(' '), ...words].filter((word) => word !== '').join(' › ') || tool.name;
}

function parameterLabel(
  tool: AtipTool,
  level: Pick<AtipCommand, 'arguments' | 'options'>,
  [list, index]: readonly string[],
): string | undefined {
  const number = Number(index);
  if (list === 'arguments') return level.arguments?.[number]?.name;
  const options = list === 'options' ? level.options : list === 'globalOptions' ? tool.globalOptions : undefined;
  const option = options?.[number];
  return option && `--${option.name}`;
}
