import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type AtipTool, findSecrets } from '@atip/core';
import { mayReassure, placesOf, SHOWN_WITH_SSH_AGENT, trustSourceOf } from '@atip/core/internal';
import type { PartCheck } from '@atip/shell';
import { allowLogin } from '../configuration/edit-rules.ts';
import { type Environment, isHarmfulVariable } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { readStart } from '../files/read-bounded-file.ts';
import { allowedOr } from '../files/system-error.ts';
import { resolveExisting } from '../files/real-path.ts';
import type { GrantedSecrets } from '../sandbox/sandbox.ts';
import type { HostOptions } from './host.ts';

export interface ToolGrant {
  readonly variables: readonly string[];
  readonly secrets: GrantedSecrets;
}

const AGENT = 'ssh-agent';

/**
 * The credentials that a tool gets. `true` counts only for a trusted document: written by its program's owner, the
 * organisation or the person, or bundled. A stranger's document could name the login of another program.
 */
function grantFor(tool: AtipTool, settings: HostOptions, env: Environment, home: string): ToolGrant {
  const grant = ownEntry(settings.credentials, tool.name) ?? [];
  const listed: readonly (true | string)[] = typeof grant === 'object' ? grant : [grant];
  const named = listed.filter((one) => typeof one === 'string');
  const isGranted = listed.includes(true) && isBelieved(tool);
  const words = [...named, ...(isGranted ? placesOf(tool, 'x-credentials').filter((place) => place !== AGENT) : [])];
  const agent = named.includes(AGENT) && placesOf(tool, 'x-credentials').includes(AGENT) ? agentOf(env) : undefined;
  const variables = isGranted ? loginVariables(tool) : [];
  const places = [...words, ...(agent === undefined ? [] : SHOWN_WITH_SSH_AGENT)].flatMap((word) =>
    absolutePlace(word, env, home),
  );
  return {
    variables: [...variables, ...(ownEntry(settings.environment, tool.name) ?? [])],
    secrets: {
      // A variable such as KUBECONFIG contains the place of the file.
      places: [...places, ...variables.flatMap((name) => pathOf(env[name]))],
      envFiles: words.includes('.env'),
      agent,
    },
  };
}

const NO_GRANT: ToolGrant = { variables: [], secrets: { places: [], envFiles: false } };

/** The grants during a machine's life: from its settings, and from a person's answers. */
interface Grants {
  of(tool: AtipTool | undefined): ToolGrant;
  question(tool: AtipTool): LoginQuestion | undefined;
  setLogin(tool: AtipTool, answer: LoginAnswer): Promise<void>;
}

export function createGrants(settings: HostOptions, env: Environment, home: string): Grants {
  let now = settings;
  return {
    of: (tool) => (tool === undefined ? NO_GRANT : grantFor(tool, now, env, home)),
    question: (tool) => loginToAsk(tool, now, env, home),
    async setLogin({ name }, answer) {
      if (answer === 'always') await allowLogin(env, name);
      now = { ...now, credentials: { ...now.credentials, [name]: answer === 'no' ? [] : true } };
    },
  };
}

/**
 * The grants of a run. A shell line gets the login of its only tool that has one, unless another command of the line
 * could keep or send it.
 */
export function grantForRun(
  tool: AtipTool | undefined,
  line: { readonly parts: readonly PartCheck[] } | undefined,
  grants: Pick<Grants, 'of'>,
): { readonly grant: ToolGrant; readonly withheld: readonly string[] } {
  if (!line) return { grant: grants.of(tool), withheld: [] };
  const tools = [...new Set(line.parts.flatMap(({ call }) => call?.tool ?? []))];
  const granted = tools.flatMap((one) => {
    const grant = grants.of(one);
    const { places, envFiles, agent } = grant.secrets;
    const isEmpty = grant.variables.length === 0 && places.length === 0 && !envFiles && agent === undefined;
    return isEmpty ? [] : [{ one, grant }];
  });
  const alone = granted.find(({ one }) => line.parts.every((part) => part.call?.tool === one || isInert(part)));
  const withheld = granted
    .filter((one) => one !== alone)
    .map(
      ({ one: { name } }) =>
        `${name} was not given its login: another command of the line could keep it or send it. Run ${name} in a line of its own.`,
    );
  return { grant: alone?.grant ?? NO_GRANT, withheld };
}

/** True for a command that keeps, sends and runs nothing. */
function isInert({ effects, kind }: PartCheck): boolean {
  if (kind === 'function' || kind === 'nothing') return effects.network !== true && effects.filesystem?.write !== true;
  const { filesystem, network, subprocess } = effects;
  return network === false && filesystem?.write === false && subprocess === false && effects['x-runs'] === undefined;
}

function ownEntry<Value>(entries: Readonly<Record<string, Value>> = {}, name: string): Value | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function isBelieved(tool: AtipTool): boolean {
  return mayReassure(tool) || trustSourceOf(tool) === 'user';
}

/** A login that a tool needs, that exists on this machine, and that no person was asked about yet. */
export interface LoginQuestion {
  readonly tool: string;
  /** Names of set variables, and existing places: `["GH_TOKEN", "~/.config/gh"]`. */
  readonly login: readonly string[];
}

/** `session`: while this process lives; `always`: by the person's configuration. */
export type LoginAnswer = 'no' | 'session' | 'always';

/** @returns undefined if the configuration decides, the tool works without a login, or no login exists */
function loginToAsk(tool: AtipTool, settings: HostOptions, env: Environment, home: string): LoginQuestion | undefined {
  if (ownEntry(settings.credentials, tool.name) !== undefined || tool.authentication?.required !== true)
    return undefined;
  if (!isBelieved(tool)) return undefined;
  const variables = loginVariables(tool).filter((name) => env[name]);
  // The agent signs as the person everywhere, so it is only granted by name.
  const places = placesOf(tool, 'x-credentials').filter((place) =>
    absolutePlace(place, env, home).some((path) => resolveExisting(path) !== null),
  );
  const login = [...variables, ...places];
  return login.length === 0 ? undefined : { tool: tool.name, login };
}

/** The variables that a document names for logging in, except those that would make the tool run other code. */
function loginVariables({ authentication }: AtipTool): string[] {
  const names = authentication?.methods?.flatMap(({ envVar }) => envVar ?? []) ?? [];
  return [...new Set(names)].filter((name) => !isHarmfulVariable(name));
}

const DIRECTORIES: readonly (readonly [start: string, variable: string])[] = [
  ['~/.config/', 'XDG_CONFIG_HOME'],
  ['~/.local/share/', 'XDG_DATA_HOME'],
  ['~/.local/state/', 'XDG_STATE_HOME'],
  ['~/.cache/', 'XDG_CACHE_HOME'],
];

/** Shape: `"~/.config/gh"` → `/home/a/.config/gh`, or below `XDG_CONFIG_HOME`. */
function absolutePlace(place: string, env: Environment, home: string): string[] {
  if (isAbsolute(place)) return [place];
  if (!place.startsWith('~/')) return [];
  const [start, variable = ''] = DIRECTORIES.find(([one]) => place.startsWith(one)) ?? [];
  const directory = env[variable];
  if (start === undefined || directory === undefined || !isAbsolute(directory)) return [join(home, place.slice(2))];
  return [join(directory, place.slice(start.length))];
}

function pathOf(value: string | undefined): string[] {
  return value !== undefined && isAbsolute(value) && resolveExisting(value) !== null ? [value] : [];
}

/** Only a socket that we own; a foreign agent could be asked for signatures too. */
function agentOf({ SSH_AUTH_SOCK: path = '' }: Environment): string | undefined {
  const real = isAbsolute(path) ? resolveExisting(path) : null;
  const stats = real === null ? undefined : statSync(real, { throwIfNoEntry: false });
  return real !== null && stats?.isSocket() === true && stats.uid === process.getuid?.() ? real : undefined;
}

/** Paths of the settings that a tool's document names, if the document is trusted enough. */
export function settingsOf(tool: AtipTool, env: Environment, home: string): string[] {
  if (!mayReassure(tool)) return [];
  return placesOf(tool, 'x-reads').flatMap((place) => absolutePlace(place, env, home));
}

/** Real or future paths of a tool's caches: `~/.cache`, and the places in its document. */
export function cachesOf(tool: AtipTool | undefined, env: Environment, home: string): string[] {
  const own = tool && mayReassure(tool) ? placesOf(tool, 'x-caches') : [];
  return [dirname(xdgPaths(env).cache), ...own.flatMap((place) => absolutePlace(place, env, home))];
}

/** Limits on reading granted places for their values: some milliseconds. */
const MAX_FILES = 64;
const MAX_BYTES = 65_536;
const MAX_VALUES = 500;
/** Shorter values are not redacted, because they would match everywhere. */
const MIN_VALUE = 8;

/**
 * Lists the values given to a tool, for redaction: whole variables, and in files probable secrets, values of secret
 * keys, and a file's only value. Variables for regions and profiles are not secret. Limits: 64 files of 64 KiB, 500
 * values; other forms of values in files are missed.
 */
export function valuesOf({ variables, secrets }: ToolGrant, env: Environment): string[] {
  const named = variables.filter((name) => !NO_SECRET.test(name));
  const whole = named.flatMap((name) => env[name] ?? []).filter((value) => pathOf(value).length === 0);
  const values = new Set(whole);
  for (const file of filesIn(secrets.places)) {
    for (const value of secretsIn(readStart(file, MAX_BYTES))) {
      if (values.size < MAX_VALUES && value.length >= MIN_VALUE) values.add(value);
    }
  }
  return [...values];
}

/** Variables whose values appear in every output and are no secret. */
const NO_SECRET = /(?:HOST|PORT|REGION|PROFILE|PROJECT|CONTEXT|NAMESPACE|ZONE|LANG|DEBUG|LEVEL|NO_PROXY)$/i;

/** The set grows during the loop. */
function filesIn(places: readonly string[]): string[] {
  const open = new Set(places.flatMap((place) => resolveExisting(place) ?? []));
  const files: string[] = [];
  let left = MAX_FILES * 4;
  for (const path of open) {
    left -= 1;
    if (files.length >= MAX_FILES || left < 0) break;
    const stats = allowedOr(undefined, () => lstatSync(path));
    if (stats?.isFile() === true) files.push(path);
    const names = stats?.isDirectory() === true ? allowedOr([], () => readdirSync(path)) : [];
    for (const name of names.slice(0, MAX_FILES)) open.add(join(path, name));
  }
  return files;
}

/** Shape: `oauth_token: gho_…`, `"auth": "…"`, `machine x login y password z`, `//host/:_authToken=…` */
const BY_KEY =
  /(?:token|secret|passw(?:or)?d|passphrase|credential|auth|api-?_?key|access-?_?key(?:-?_?id)?|key-data|session)["']?(?:[ \t]*[:=][ \t]*|[ \t]+)["']?([^\s"',;}]{8,4096})/gi;

function secretsIn(text: string): string[] {
  const found = findSecrets(text).map(({ start, end }) => text.slice(start, end));
  const byKey = [...text.matchAll(BY_KEY)].flatMap(([, value]) => value ?? []);
  const alone = /^\s*(\S{8,4096})\s*$/.exec(text)?.[1];
  // Each line of a key, because a program may print it with other line breaks.
  const lines = /PRIVATE KEY/.test(text) ? (text.match(/^[A-Za-z0-9+/=]{24,}$/gm) ?? []) : [];
  return [...found, ...byKey, ...(alone === undefined ? [] : [alone]), ...lines];
}

/** The credentials that a tool may lack: its name, the names in its document, the setting, and the way to log in. */
export function missedCredentials(
  tool: AtipTool,
  { variables, secrets }: ToolGrant,
  env: Environment,
): string | undefined {
  const wanted = [...loginVariables(tool), ...placesOf(tool, 'x-credentials')];
  if (wanted.length === 0 || !isBelieved(tool)) return undefined;
  const login = tool.authentication?.methods?.find(({ setupCommand }) => setupCommand !== undefined)?.setupCommand;
  const isGranted = secrets.places.length > 0 || secrets.agent !== undefined || variables.some((name) => env[name]);
  if (isGranted) return login === undefined ? undefined : `If it is not logged in, a person does that with: ${login}.`;
  const [first] = placesOf(tool, 'x-credentials');
  const value = first === AGENT ? JSON.stringify(AGENT) : 'true';
  return `${tool.name} may want your login, which it was not given: ${wanted.slice(0, 6).join(', ')}. Allow it with the setting "credentials": { ${JSON.stringify(tool.name)}: ${value} }.`;
}
