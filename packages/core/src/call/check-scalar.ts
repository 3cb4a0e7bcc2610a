import type { ParameterShape } from '../commands/parameter-shape.ts';
import { loneSurrogateIn } from '../json/hidden-characters.ts';
import type { AtipParamType } from '../types/tool.ts';
import type { ArgumentErrorCode } from '../types/validation.ts';

/** An accepted value, perhaps converted, or the reason against it. */
export type Checked =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: ArgumentErrorCode;
      readonly problem: string;
      readonly expected?: readonly (string | number)[];
    };

/** Longest text for one argument, in UTF-16 units; Linux refuses single arguments over 128 KiB. */
const MAX_ARGUMENT_LENGTH = 32_768;

/** Every character that a terminal or a C string treats as a command; newline and tab are text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * Checks one value against a scalar type and converts it if that is lossless: `"5"` is the integer 5, 5 is the
 * string `"5"`, but 5.5 is no integer and 1 is no boolean.
 *
 * @param declared the document's type; an address (`url`) gets further checks
 * @param schemes the document's `x-schemes` for an address
 */
export function checkScalar(
  value: unknown,
  type: ParameterShape['type'],
  declared: AtipParamType,
  schemes?: unknown,
): Checked {
  switch (type) {
    case 'integer':
    case 'number':
      return checkNumber(value, type);
    case 'boolean':
      if (typeof value === 'boolean') return { ok: true, value };
      if (value === 'true' || value === 'false') return { ok: true, value: value === 'true' };
      return mismatch('true or false', value);
    default:
      return checkText(value, declared, schemes);
  }
}

function checkNumber(value: unknown, type: 'integer' | 'number'): Checked {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : value;
  if (typeof number !== 'number' || !Number.isFinite(number))
    return mismatch(type === 'integer' ? 'a whole number' : 'a number', value);
  if (type === 'integer' && !Number.isSafeInteger(number)) return mismatch('a whole number', value);
  return { ok: true, value: number };
}

function checkText(value: unknown, declared: AtipParamType, schemes: unknown): Checked {
  // A number like 1.10 arrives as 1.1, and 2 ** 53 + 1 as another number: only a string is exact.
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return mismatch('a string', value);
  const text = String(value);
  const problem = problemWithText(text) ?? problemWithFormat(text, declared, schemes);
  return problem === undefined ? { ok: true, value: text } : { ok: false, code: 'INVALID_FORMAT', problem };
}

/** The reason why a text cannot be an argument of a process, if any; completes "The value …". */
export function problemWithText(text: string): string | undefined {
  if (text.length > MAX_ARGUMENT_LENGTH) return `is longer than ${MAX_ARGUMENT_LENGTH} characters`;
  if (loneSurrogateIn(text) !== undefined) return 'contains half of a surrogate pair, which is not valid Unicode';
  const control = CONTROL.exec(text)?.[0];
  if (control === undefined) return undefined;
  return `contains the control character U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function problemWithFormat(text: string, declared: AtipParamType, schemes: unknown): string | undefined {
  if ((declared === 'file' || declared === 'directory') && text === '') return 'is empty, where a path is expected';
  return declared === 'url' ? addressProblem(text, schemes) : undefined;
}

function mismatch(expected: string, value: unknown): Checked {
  return { ok: false, code: 'INVALID_TYPE', problem: `must be ${expected}, not ${kindOf(value)}` };
}

/** The kind, never the value, which may be a secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Instructions to the program that fetches an address: a transport that runs a command (`ext::sh -c …`, for git), a
 * host or user that ssh reads as an option (`ssh://-oProxyCommand=…`). An IPv6 address may start like a transport.
 */
const TRAP = /^(?![\da-f]{1,4}::)[\w+.-]+::|^(?:[a-z][\w+.-]*:\/\/)?(?:[^/?#]*@)?(?:-|%2d)/i;

/** Everything up to an IPv6 host, the one place where an address has brackets. */
const BRACKETED_HOST = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^/?#@[\]]*@)?\[[\da-f:.]+(?:%25[\w.~-]+)?\]/i;

/**
 * Characters that RFC 3986 does not allow. curl would expand `[1-9]` and `{a,b}` to many addresses; parsers disagree
 * about `\`.
 */
const NOT_IN_ADDRESS = /[<>"{}|\\^`[\]]/;

/** `file:`, also after prefixes that programs strip: `git+file:` of npm and pip, `view-source:file:` of browsers. */
const LOCAL = /^(?:[a-z][a-z\d.+:-]*[+:])?file:/i;

/** Schemes that a browser runs or resolves itself, without fetching. */
const NO_PLACE = /^(?:javascript|vbscript|data|blob|about):/i;

/** An authority without a host, or a web scheme without an authority. */
const NO_HOST = /^(?:[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?(?:[/?#:]|$)|(?:https?|wss?|ftps?):(?!\/\/))/i;

/** Neither a scheme nor an abbreviated host, unlike `example.org/x`, `me@host:x`, `::1`. */
const WORD = /^(?!localhost(?:$|[/:?#]))[^.:/@]*$/i;

/**
 * The reason why a program may not fetch a text as an address, if any; completes "The value …".
 *
 * An address has a scheme and, where it has an authority, a host; without a scheme it is an abbreviated host.
 * `javascript:` and `data:` are refused.
 *
 * A `file:` address reads this machine and no network, while the documents of such commands usually declare the
 * network: only a document whose `x-schemes` names `file` allows it.
 *
 * @param schemes the parameter's `x-schemes`, such as `["https"]`: only these schemes are allowed, and an unreadable
 * list allows nothing. Absent: every scheme except `file` and those refused above.
 */
export function addressProblem(text: string, schemes: unknown): string | undefined {
  if (!/^\S+$/.test(text)) return 'is not a URL: it is empty or contains white space';
  if (TRAP.test(text)) return 'is not a URL but an option or a command';
  const foreign = NOT_IN_ADDRESS.exec(text.replace(BRACKETED_HOST, ''))?.[0];
  if (foreign !== undefined) return `is not a URL: "${foreign}" is written ${percentEncoded(foreign)} there`;
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(text)?.[0].toLowerCase();
  const isLocal = LOCAL.test(text);
  if (!isLocal && NO_HOST.test(text))
    return 'is not a URL: it names no host behind its scheme, as in https://example.org/';
  if (schemes === undefined && WORD.test(text)) return 'is not a URL: it has no scheme, as in https://example.org/';
  if (schemes === undefined && NO_PLACE.test(text)) return `is code or data of its own, and no address: ${scheme}:`;
  if (schemes === undefined) return isLocal ? 'is a file of this machine, where an address is expected' : undefined;
  const allowed = (Array.isArray(schemes) ? schemes : []).filter((name) => typeof name === 'string');
  if (allowed.some((name) => name.toLowerCase() === scheme)) return undefined;
  return allowed.length === 0
    ? 'cannot be checked: "x-schemes" of its document lists no scheme'
    : `must begin with ${allowed.map((name) => `${name}:`).join(' or ')}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
