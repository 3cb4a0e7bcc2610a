import { stated } from '@atip/core/internal';
import type { AtipParamType } from '@atip/core';

export interface ValueFacts {
  readonly type: AtipParamType;
  readonly enum?: string[];
  readonly default?: string | number | boolean;
  readonly envVar?: string;
  readonly required?: boolean;
  readonly repeats: boolean;
}

/**
 * Reads yargs's type mark after a description: `Port to use [number] [default: 80]`. @returns undefined for a switch,
 * or without a mark
 */
export function readNotedType(description: string): 'number' | 'array' | 'string' | 'count' | undefined {
  const noted = /(?:^|[\s.)])\[(number|array|string|count|boolean)\](?=\s?\[|$)/.exec(description)?.[1];
  if (noted === 'number' || noted === 'array' || noted === 'string' || noted === 'count') return noted;
  // Without a type, quoted values show as much.
  return noted === undefined && /\[(?:choices|default): "[^\]]{0,300}"\](?: \[required\])?$/.test(description)
    ? 'string'
    : undefined;
}

/** Names of values that imply a type. All others are strings: a wrong number would exclude values. */
const TYPES: readonly (readonly [RegExp, AtipParamType])[] = [
  [/^(?:u?int(?:8|16|32|64)?|integer(?: range)?|num|number|n|count|port|pid|lines?)$/i, 'integer'],
  [/^(?:float(?:32|64| range)?|double|decimal)$/i, 'number'],
  [/^(?:\w+[-_ ])?(?:dir|directory|folder)(?:[-_ ]?(?:name|path))?$/i, 'directory'],
  [/^(?:\w+[-_ ])?(?:file|filename|file[-_ ]?(?:name|path)|path(?:name)?)$/i, 'file'],
  [/^(?:\w+[-_ ])?(?:url|uri)$/i, 'url'],
];
const LISTS =
  /^(?:strings|u?ints|floats|(?:[Ss]tring|[Ii]nt|[Uu]int|[Bb]ool)(?:Array|Slice)|list|stringToString|filters?)$/;
const TIMES =
  /(?<!\bnot )\b(?:(?:can|may) be (?:specified|given|used|supplied|repeated|set|passed)(?: \w+)? (?:multiple|several|many) times|(?:may|can) be repeated|(?:specify|use|give) (?:this option )?multiple times|more than once|(?:^|[([;,.] ?|is )repeatable(?! \w))\b/i;

/**
 * A value that is one of the stated words, or has the type that its name implies. Words in a name are examples, not a
 * complete list. @param label as in `readValueFacts`
 */
export function statedValue(words: readonly string[], label: string): Pick<ValueFacts, 'type' | 'enum'> {
  const values = [...new Set(words)].filter((word) => word !== '');
  if (values.length > 0) return { type: 'enum', enum: values };
  const { type } = readValueFacts(label, '', false);
  return { type: type === 'enum' ? 'string' : type };
}

/**
 * Reads type, choices, default and environment variable from a value's name and description. @param label the value's
 * placeholder, such as `FILE` or `a|b`; empty without a name
 */
export function readValueFacts(label: string, description: string, repeats: boolean): ValueFacts {
  const choices = choicesOf(label, description);
  const preset = defaultOf(description);
  const envVar =
    /\[\s?env:\s*([A-Z][A-Z0-9_]*)|\[\$([A-Z][A-Z0-9_]*)[\],]|\(env(?:ironment)?(?: var(?:iable)?)?:? \$?([A-Z][A-Z0-9_]*)\)/.exec(
      description,
    );
  const env = envVar?.slice(1).find((name) => name !== undefined);
  const type = choices.length > 0 ? 'enum' : typeOf(label, description);
  const value = preset === undefined ? undefined : typed(preset, type);
  const isChoice = value === undefined || choices.length === 0 || choices.includes(String(value));
  return stated({
    type,
    enum: choices.length > 0 ? choices : undefined,
    default: value !== undefined && isChoice ? value : undefined,
    envVar: env,
    // yargs: an option with a default is not required.
    required: preset === undefined && /\[required\]\s*(?:\[|$)/.test(description) ? true : undefined,
    repeats: repeats || LISTS.test(label) || TIMES.test(description),
  });
}

/** Values with fractions, or in other forms than digits, are not whole numbers even if they are called N. */
const PARTS = /\b(?:load|seconds?|sleep|interval|delay|fraction|ratio|percent|decimal)\b/i;
const WORDS = /\b(?:quota|unlimited|infinity)\b|[+][A-Z]+\b/;

function typeOf(label: string, description: string): AtipParamType {
  const type = TYPES.find(([pattern]) => pattern.test(label))?.[1] ?? 'string';
  if (type !== 'integer' || /^u?int/i.test(label)) return type;
  if (WORDS.test(description)) return 'string';
  return PARTS.test(description) ? 'number' : type;
}

/** Bars between these separate kinds of values, not values. */
const KINDS =
  /^(?:[ugp]?id|name|cmd|command|file|path|dir|directory|host|addr|address|n|num|number|int|str|string|url)$/i;
const CHOICE = /^[\w][\w.+:/-]*$/;

function choicesOf(label: string, description: string): string[] {
  if (/^bool(?:ean)?$/.test(label)) return /\bdefault\W+(?!true|false)\w/i.test(description) ? [] : ['true', 'false'];
  // argparse puts only choices in braces.
  const isBraced = /^\{[^{}|]*,[^{}]*\}$/.test(label);
  const bars = label.replace(/[()<>{}]/g, '').split(label.includes('|') ? '|' : ',');
  // `HOST|PORT` are two kinds of values, `a|b` are two values.
  const isLiteral =
    bars.length > 1 &&
    bars.every((bar) => CHOICE.test(bar)) &&
    (isBraced || !bars.some((bar) => /^[A-Z_]{2,}$/.test(bar))) &&
    !bars.every((bar) => KINDS.test(bar)) &&
    !/[|,]\s?</.test(label);
  if (isLiteral && (isBraced || label.includes('|') || /^[^A-Z]*$/.test(label))) return unique(bars);
  const listed =
    /\[possible values: ([^\]]+)\]|\(choices: ([^()]+)\)|\((?:one of|must be one of|allowed(?: values)?|valid values(?: are)?|values):? ([^()]+)\)|\{([^{}]{3,200}[|,][^{}]*)\}$|\[choices: ([^\]]{1,600})\]|<options: ([^<>]{1,600})>/i.exec(
      description,
    ) ??
    /(?:one of|possible values(?: are)?|valid values(?: are)?|allowed values(?: are)?):\s*\(?((?:["'`]?[\w.+-]+["'`]?(?:, ?(?:or )?| or |\|)){1,30}["'`]?[\w+-]+["'`]?)/i.exec(
      description,
    ) ??
    /\(((?:"[\w.+-]+", ?(?:or )?){1,30}"[\w.+-]+")\)/.exec(description);
  // yargs marks its choices; its prose may mention only a few values.
  if (readNotedType(description) !== undefined && !description.includes('[choices: ')) return [];
  const text = listed?.slice(1).find((part) => part !== undefined) ?? '';
  const words = text
    .split(/,\s*(?:or\s+)?|\s*\|\s*|\s+or\s+/)
    // yargs breaks a line in the middle of a word.
    .map((word) =>
      word
        .trim()
        .replace(/^["'`]|["'`.]$/g, '')
        .replace(description.includes('[choices: "') ? / /g : '', ''),
    );
  return words.length > 1 && words.every((word) => CHOICE.test(word)) ? unique(words) : [];
}

function defaultOf(description: string): string | undefined {
  const found =
    /[[(]default(?:s to)?(?: value)?(?: is)?[:=]? ?(?:"([^"]*)"|'([^']*)'|`([^`']*)[`']|(?!--|["'`[])((?:[^\s\])(,;]|,(?=\S))+))(?:[\]);]|,(?=\s))/i.exec(
      description,
    ) ??
    /[.;] default(?:s to| is)?:? (?:"([^"]*)"|'([^']*)'|`([^`']*)[`']|(?<! is )(?!is\b|--)([\w.+-]*\w))(?=[.;,\s]|$)(?! \w)/i.exec(
      description,
    );
  return found?.slice(1).find((part) => part !== undefined && part !== '');
}

function typed(text: string, type: AtipParamType): string | number | undefined {
  if (type !== 'integer' && type !== 'number') return text;
  const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  return type === 'integer' && !Number.isInteger(number) ? undefined : number;
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
