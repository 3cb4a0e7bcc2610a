import { findSecrets } from '@atip/core';

/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

const MASK = '[REDACTED]';

/**
 * Replaces what looks like a secret by `[REDACTED]`.
 *
 * Unlike the result filter it leaves everything else as it was, controls included: the log escapes them, and they are
 * part of what happened.
 */
export function redactText(text: string): string {
  return findSecrets(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}${MASK}${rest.slice(end)}`,
    text,
  );
}

/** Words that make an option one for a secret, as a part of its name. */
const SECRET_WORD =
  /pass(?:word|wd|phrase|code)?$|passw|passphrase|secret|token|(?:api|access|private|account|signing|encryption|auth|master|shared|session)[_-]?key|credential|^(?:basic[_-]|proxy[_-])?auth$|(?:^|[._-])(?:pw|pwd|pat|psk|cookie|bearer|jwt|otp|pin)$/i;

/** Options for a name, behind which programs take a password after a colon; with the value, or before it. */
const ACCOUNT_OPTION = /^(?:-[uUa]|--(?:[a-z]+-)?(?:user|username|userpwd))(?:$|=)/i;

/** `name:password`; what has only digits there is a port or a group, and an address is for other rules. */
const ACCOUNT = /^([^:/\s]*:)(?!\/\/|\d{1,5}$)[\s\S]+$/;

/** `--name`, `-name` or `/name`, with or without a value. */
const OPTION = /^(?:--?|\/)([A-Za-z][\w.-]{0,127})(?:([=:])([\s\S]*))?$/;

/** What follows an option of two elements; the next option is none, though it could be a value as well. */
const NEXT_OPTION = /^-(?:-[A-Za-z]|[A-Za-z]$)/;

/**
 * Masks the secrets of a command line: in each element, and where an option and its value are two.
 *
 * Shape: ["--token", "abc", "-u", "me"] → ["--token", "[REDACTED]", "-u", "me"]
 * Limits: best effort, as with `findSecrets`; a secret without a telling option, key or form passes.
 */
export function maskArguments(argv: readonly string[], redact: Redact): string[] {
  const neighbours = maskAcross(argv);
  return argv.map((element, at) => {
    const before = argv[at - 1];
    if (before !== undefined && takesSecret(before) && !NEXT_OPTION.test(element)) return MASK;
    const [, name, sign, value] = OPTION.exec(element) ?? [];
    if (name !== undefined && sign !== undefined && value !== '' && SECRET_WORD.test(name)) {
      return `${element.slice(0, element.indexOf(sign) + 1)}${MASK}`;
    }
    const account = maskAccount(before, element);
    return account ?? redact(neighbours[at] ?? element);
  });
}

/** Masks what follows a name and a colon where an option says that it is a name. @returns undefined where none does. */
function maskAccount(before: string | undefined, element: string): string | undefined {
  const own = ACCOUNT_OPTION.exec(element)?.[0] ?? '';
  const start = own.endsWith('=') ? own : '';
  if (start === '' && (before === undefined || !ACCOUNT_OPTION.test(before) || before.includes('='))) return undefined;
  const [, name] = ACCOUNT.exec(element.slice(start.length)) ?? [];
  return name === undefined ? undefined : `${start}${name}${MASK}`;
}

/** Whether an element is an option whose secret is the element after it. */
function takesSecret(element: string): boolean {
  const [, name, sign] = OPTION.exec(element) ?? [];
  return name !== undefined && sign === undefined && SECRET_WORD.test(name);
}

/** Masks what tells a secret only together with other elements, such as `curl … -u me:secret`. */
function maskAcross(argv: readonly string[]): string[] {
  const secrets = findSecrets(argv.join(' '));
  let start = 0;
  return argv.map((element) => {
    const from = start;
    start += element.length + 1;
    // From the last, so that the places of the others stay.
    return secrets.reduceRight((text, secret) => {
      const first = Math.max(secret.start - from, 0);
      const end = Math.min(secret.end - from, element.length);
      return first < end ? `${text.slice(0, first)}${MASK}${text.slice(end)}` : text;
    }, element);
  });
}
