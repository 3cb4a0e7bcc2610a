import type { ArgvReading, AtipTool } from '@atip/core';
import { CONTROL_PORTS, UNKNOWN } from '@atip/core/internal';
import { literal, patternsOf } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LineAssignment, LinePart, Word } from '../line/types.ts';
import type { CheckLineSettings } from './context.ts';
import { KEEPS } from './printed-variables.ts';

/** A program that asks an address. */
interface Client {
  /** The parameter with the address. */
  readonly address: string;
  /** Its other parameters beside which the address alone says who gets the request. A redirect or a proxy could pass it on. */
  readonly options: RegExp;
}

const CURL =
  /^(?:data(?:-\w+)?|json|form|form-string|request|header|head|get|url-query|user|basic|oauth2-bearer|user-agent|referer|cookie|cookie-jar|silent|show-error|fail|fail-with-body|fail-early|include|verbose|output|write-out|max-time|connect-timeout|retry|retry-all-errors|retry-connrefused|retry-delay|retry-max-time|compressed|insecure|no-buffer|no-progress-meter|progress-bar|globoff|ipv4|ipv6|http1\.1|http1\.0|http2|upload-file|dump-header|parallel|path-as-is|remote-name)$/;

const CLIENTS: ReadonlyMap<string, Client> = new Map([
  ['curl', { address: 'url', options: CURL }],
  [
    'wget',
    {
      address: 'url',
      options:
        /^(?:post-data|post-file|body-data|body-file|method|header|quiet|verbose|no-verbose|output-document|timeout|tries|server-response|content-on-error|user-agent|spider|retry-connrefused)$/,
    },
  ],
  [
    'http',
    {
      address: 'request',
      options:
        /^(?:json|form|multipart|print|headers|body|verbose|pretty|style|timeout|check-status|ignore-stdin|raw|auth|auth-type|meta)$/,
    },
  ],
  ['nc', { address: 'host', options: /^(?:port|quit|timeout|verbose|numeric|shutdown|no-stdin|crlf|ipv4|ipv6)$/ }],
]);

const HOST = String.raw`(?:localhost|127(?:\.(?:0|[1-9]\d{0,2})){3}|\[::1\]|0\.0\.0\.0|(?:[a-z0-9-]+\.)+localhost)`;
const ADDRESS = new RegExp(String.raw`^(?:https?:\/\/)?${HOST}(?::(\d{1,5}))?(?:[/?#][^\\]*)?$`, 'i');
const SHORT = /^(?:https?:\/\/)?:(\d{1,5})?(?:[/?][^\\]*)?$/i;

/**
 * True for a call that sends to this machine alone: each address is loopback in its usual form, no port of it controls the machine,
 * and neither an option nor a variable leads elsewhere.
 */
export function isLocalRequest(
  part: LinePart,
  tool: AtipTool,
  { given }: Pick<ArgvReading, 'given'>,
  words: readonly (Word | undefined)[],
  exported: readonly LineAssignment[],
  settings: CheckLineSettings,
): boolean {
  const client = CLIENTS.get(tool.name);
  const isHere = part.added === undefined && part.through.every((name) => KEEPS.test(programName(name)));
  if (!client || !isHere || settings.environment?.hasProxy !== false) return false;
  if ([...part.assignments, ...exported].some(({ name }) => /proxy/i.test(name))) return false;
  const isKnown = given.every(({ name }) => name === client.address || client.options.test(name));
  const isOpen = words.some(
    (word) => word?.unknown && word.prefix === '' && !given.some((one) => one.words.some((at) => words[at] === word)),
  );
  if (!isKnown || isOpen) return false;
  const patternsFor = (name: string): readonly string[] =>
    given.filter((one) => one.name === name).flatMap((one) => one.words.flatMap((at) => beginningsOf(words[at])));
  const method = ['request', 'method']
    .filter((name) => name !== client.address)
    .flatMap(patternsFor)
    .filter((text) => !text.startsWith('-'));
  if (!method.every((text) => /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH)$/.test(text))) return false;
  const all = patternsFor(client.address);
  if (tool.name === 'nc') return isLocal(all, patternsFor('port'));
  if (tool.name !== 'http') return all.length > 0 && all.every((text) => isLocalAddress(text, ADDRESS));
  const [first = '', second = ''] = all;
  const isMethod = /^[a-z]+$/i.test(first) && first !== 'localhost';
  if (isMethod && !/^(?:get|head|options|post|put|patch)$/i.test(first)) return false;
  const address = isMethod ? second : first;
  return isLocalAddress(address, ADDRESS) || isLocalAddress(address, SHORT);
}

/** A word such as `http://localhost:3000/{}` begins as it is written, whatever xargs puts into it. */
function beginningsOf(word: Word | undefined): readonly string[] {
  if (!word) return [UNKNOWN];
  const isPut = word.unknown && word.reason === 'input' && !word.many && !word.tilde;
  return isPut && word.among === undefined ? [`${literal(word.prefix)}${UNKNOWN}`] : patternsOf(word);
}

function isLocal(hosts: readonly string[], ports: readonly string[]): boolean {
  const isHost = hosts.length === 1 && hosts.every((host) => new RegExp(`^(?:${HOST}|::1)$`, 'i').test(host));
  return (
    isHost && ports.length === 1 && ports.every((port) => /^\d{1,5}$/.test(port) && !CONTROL_PORTS.has(Number(port)))
  );
}

function isLocalAddress(text: string, form: RegExp): boolean {
  const found = form.exec(text);
  return found !== null && !CONTROL_PORTS.has(Number(found[1] ?? 80));
}
