import { readFileSync } from 'node:fs';
import { type AtipCommand, flattenCommands } from '@atip/core';
import { getOwn, trustSourceOf } from '@atip/core/internal';
import { digestOf } from '../../node/src/files/digest.ts';
import type { CloudGroup } from '../../shims/build/build-clouds.ts';
import { readCloudGroup } from '../../shims/src/cloud-group.ts';
import type { KnownTool } from '../src/load-known.ts';
import type { KnownDocument } from './build-known.ts';
import { countCommands, withMore } from './known-document.ts';
import { compress } from './write-pack.ts';

/** Most bytes of a document. */
const MAX_DOCUMENT: number = 4 * 1024 * 1024;
/** For the groups of clouds: the best quality would take minutes, for a tenth less. */
const QUALITY = 9;

type Commands = Readonly<Record<string, AtipCommand>>;

/** A file of a registry, with its place: `sha256/HEX.json.br`, compressed; `tools/NAME.json` uncompressed. */
export interface StaticFiles {
  readonly files: ReadonlyMap<string, Uint8Array | string>;
  /** Entries of the index, by name. */
  readonly entries: readonly (readonly [string, Entry])[];
  readonly counts: {
    readonly tools: number;
    readonly commands: number;
    readonly bytes: number;
    readonly packed: number;
  };
}

/** Collects documents as the files of a registry of static files. */
export class StaticRegistry {
  readonly #files = new Map<string, Uint8Array | string>();
  readonly #entries = new Map<string, Entry>();
  readonly #blobs: ReadonlyMap<string, Uint8Array>;
  readonly #clouds: ReadonlyMap<string, ReadonlyMap<string, CloudGroup>>;
  #commands = 0;
  #bytes = 0;
  #packed = 0;

  /** @param blobs of the pack, already compressed, by name */
  constructor(blobs: ReadonlyMap<string, Uint8Array>, clouds: ReadonlyMap<string, ReadonlyMap<string, CloudGroup>>) {
    this.#blobs = blobs;
    this.#clouds = clouds;
  }

  add({ name, text, tool, isNewest, whole }: KnownDocument): void {
    const known = isNewest ? this.#blobs.get(name) : undefined;
    const place = this.#place(text, known ?? compress(text));
    if (!isNewest) {
      const entry = this.#entries.get(name);
      if (entry) entry.versions = { ...entry.versions, [tool.version]: place };
      return;
    }
    const groups = whole && Object.fromEntries(this.#groups(tool, whole));
    const { commands, harmful } = countCommands(tool);
    const all = groups ? Object.values(groups).reduce((sum, group) => sum + group.commands, 0) : commands;
    this.#commands += all;
    this.#files.set(`tools/${name}.json`, text);
    const { version, description } = tool;
    const facts = {
      version,
      description,
      commands: all,
      harmful,
      trust: trustSourceOf(tool),
      source: tool['x-source'],
    };
    this.#entries.set(name, { ...place, encoding: 'br', ...facts, ...(groups && { groups }) });
  }

  result(): StaticFiles {
    const entries = [...this.#entries].sort(([one], [other]) => (one < other ? -1 : 1));
    const counts = { tools: entries.length, commands: this.#commands, bytes: this.#bytes, packed: this.#packed };
    return { files: this.#files, entries, counts };
  }

  #place(text: string, blob: Uint8Array): Place {
    const sha256 = digestOf(text);
    const size = Buffer.byteLength(text);
    this.#files.set(`sha256/${sha256}.json.br`, blob);
    this.#bytes += size;
    this.#packed += blob.length;
    return { sha256, size };
  }

  /**
   * The groups of a cloud, each as a document of the tool with only that group; a group that is too large is split into
   * its own groups.
   */
  *#groups(tool: KnownTool, whole: KnownTool): Generator<[string, Place & { readonly commands: number }]> {
    const tables = this.#clouds.get(tool.name) ?? new Map<string, CloudGroup>();
    for (const [group, command] of Object.entries(whole.commands ?? {})) {
      const table = readCloudGroup((tables.get(group)?.lines ?? []).join('\n'));
      const own = getOwn(tool.commands ?? {}, group);
      const curated = own === undefined ? undefined : tool.commands?.[group];
      // A group that is one command has a single line.
      const judged = judgedNode(
        command,
        { description: '', commands: table, ...(command.commands ? {} : table[group]) },
        curated,
      );
      yield* this.#parts(tool, whole, [group], judged);
    }
  }

  *#parts(
    tool: KnownTool,
    whole: KnownTool,
    path: readonly string[],
    command: AtipCommand,
  ): Generator<[string, Place & { readonly commands: number }]> {
    const commands = path.reduceRight<Commands>((below, name, at) => {
      const { commands: _all, ...group } =
        at === path.length - 1 ? command : { description: `Commands of ${path.slice(0, at + 1).join(' ')}` };
      const isLeaf = at === path.length - 1 && command.commands === undefined;
      return {
        [name]: isLeaf ? command : { ...group, commands: at === path.length - 1 ? { ...command.commands } : below },
      };
    }, {});
    const document = {
      ...tool,
      commands,
      partial: true,
      filter: { commands: [path.join(' ')] },
      'x-source': whole['x-source'],
    };
    const text = `${JSON.stringify(document)}\n`;
    if (Buffer.byteLength(text) <= MAX_DOCUMENT || command.commands === undefined) {
      yield [
        path.join(' '),
        { ...this.#place(text, compress(text, QUALITY)), commands: flattenCommands(document).length },
      ];
      return;
    }
    for (const [name, below] of Object.entries(command.commands))
      yield* this.#parts(tool, whole, [...path, name], below);
  }
}

interface Place {
  readonly sha256: string;
  readonly size: number;
}

export interface Entry extends Place {
  readonly encoding: 'br';
  readonly [fact: string]: unknown;
  versions?: Readonly<Record<string, Place>>;
}

/** A node of a specification with the table's effects; commands written by hand replace it. */
function judgedNode(node: AtipCommand, table: AtipCommand | undefined, curated: AtipCommand | undefined): AtipCommand {
  if (node.commands === undefined) {
    if (curated && curated.commands === undefined && curated['x-omitted-commands'] === undefined)
      return withMore(curated, node, new Set());
    const effects = table?.effects ?? node.effects;
    return effects ? { ...node, effects } : node;
  }
  const commands = Object.entries(node.commands).map(([name, below]): [string, AtipCommand] => [
    name,
    judgedNode(below, table?.commands?.[name], curated?.commands?.[name]),
  ]);
  return { ...node, commands: Object.fromEntries(commands) };
}

/** The page about a registry and its files. */
export function pageFiles({ entries, counts }: StaticFiles, source: string): ReadonlyMap<string, string> {
  const read = (name: string): string => readFileSync(new URL(`../page/${name}`, import.meta.url), 'utf8');
  const judged = entries.filter(([, { trust }]) => trust !== 'inferred').length;
  const told = [
    ['tools', counts.tools],
    ['commands', counts.commands],
    ['judged by people', judged],
    ['guessed from words', counts.tools - judged],
  ] as const;
  const numbers = told.map(([name, count]) => `<div><dt>${name}</dt><dd>${count.toLocaleString('en')}</dd></div>`);
  const byName = [...entries].sort(([one], [other]) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  const page = read('index.html')
    .replace('<!-- counts -->', numbers.join('\n'))
    .replace('<!-- source -->', `Made from ${escaped(source)}, the shims, and what the importers infer.`)
    .replace('<!-- tools -->', () => byName.map(row).join('\n'));
  return new Map([
    ['index.html', page],
    ['page.css', read('page.css')],
    ['page.js', read('page.js')],
  ]);
}

function row([name, { description, commands, harmful, trust }]: readonly [string, Entry]): string {
  const isGuessed = trust === 'inferred';
  const count = `${Number(commands).toLocaleString('en')} command${commands === 1 ? '' : 's'}`;
  const mark = isGuessed ? '<em class="mark">guessed</em>' : '<em class="mark good">judged</em>';
  const harm = Number(harmful) > 0 ? ` title="${Number(harmful)} of them state a harm"` : '';
  return `<li data-kind="${isGuessed ? 'guessed' : 'judged'}"><a href="#/${escaped(encodeURIComponent(name))}"><b>${escaped(name)}</b><span>${escaped(String(description))}</span><small${harm}>${count} ${mark}</small></a></li>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
