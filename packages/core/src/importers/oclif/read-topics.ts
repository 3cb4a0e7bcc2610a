import { asRecord } from '../../json/as-record.ts';
import { isRecord } from '../../json/is-record.ts';
import { textOf } from '../shared/fields.ts';
import type { Fields } from '../shared/read-foreign.ts';

/** A place in the tree of ids: a topic, a command, or both. */
export interface Topic {
  readonly name: string;
  readonly id: string;
  command?: Fields;
  description: string;
  readonly children: Map<string, Topic>;
}

/** A level more than a tree may have: what is deeper is left out there. */
const MAX_PARTS = 42;

/** Makes a tree of the ids of a manifest; of one level when they are typed as one word. The id `.` is the program itself. */
export function readTopics({ commands, topics }: Fields, separator: ':' | ' '): Topic {
  const root = newTopic('', '');
  for (const [id, command] of Object.entries(asRecord(commands))) {
    if (!isRecord(command)) continue;
    const topic = id === '.' || id === '' ? root : place(root, partsOf(id, separator));
    topic.command ??= command;
  }
  for (const [id, topic] of Object.entries(asRecord(topics))) {
    const known = find(root, partsOf(id, separator));
    if (known) known.description = textOf(asRecord(topic)['description']);
  }
  return root;
}

function partsOf(id: string, separator: ':' | ' '): string[] {
  if (separator === ':') return [id];
  const parts = id.split(':', MAX_PARTS + 1);
  return parts.length <= MAX_PARTS ? parts : [...parts.slice(0, MAX_PARTS - 1), ''];
}

function newTopic(name: string, id: string): Topic {
  return { name, id, description: '', children: new Map() };
}

function place(root: Topic, parts: readonly string[]): Topic {
  let topic = root;
  for (const part of parts) {
    const child = topic.children.get(part) ?? newTopic(part, topic.id === '' ? part : `${topic.id}:${part}`);
    topic.children.set(part, child);
    topic = child;
  }
  return topic;
}

function find(root: Topic, parts: readonly string[]): Topic | undefined {
  let topic: Topic | undefined = root;
  for (const part of parts) topic = topic?.children.get(part);
  return topic;
}
