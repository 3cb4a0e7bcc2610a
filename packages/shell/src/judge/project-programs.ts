import type { AtipEffects, AtipTool } from '@atip/core';
import { programName } from '../line/program-names.ts';
import type { PartCheck, Word } from '../line/types.ts';
import { HARMLESS } from './context.ts';

/** The effects of a program that a project does not hold. */
export const FOREIGN: AtipEffects = { network: true, subprocess: true, 'x-runs': 'call' };
export const RUNS_PROJECT: AtipEffects = { subprocess: true, 'x-runs': 'project' };

/**
 * Completes "x …": why a program that no document describes is not simply the project's code. Its words may give it other code,
 * or say that it changes what others see.
 */
export function whyNotPlain(name: string, words: readonly Word[], isOwn: boolean): string | undefined {
  const away = words.find((word) => word.unknown || AWAY.test(word.text));
  if (away) return `is given ${shownWord(away)}, which is not the project's and may be code that it runs`;
  const code = words.find(({ text }) => /[\s;()`$|&<>]/.test(text));
  if (code) return `is given ${shownWord(code)}, which may be code that it runs`;
  const verb = isOwn
    ? undefined
    : [name, ...words.slice(0, MAX_VERBS).map(({ text }) => text)].find((text) => LASTING.test(text));
  return verb === undefined
    ? undefined
    : `has no document, and ${JSON.stringify(verb)} sounds as if it changes more than this project's files`;
}

/** Programs that run a script of the project: by its file, or by a name in its list of scripts. */
const RUNNERS =
  /^(?:node|tsx|ts-node|bun|deno|python3?|php|ruby|perl|bash|sh|zsh|dash|npm|pnpm|yarn|g?make|just|task|invoke|composer|mage)$/;
/** A name that says what a script does. */
interface NamedEffects {
  readonly name: RegExp;
  /** Completes "says that …". */
  readonly says: string;
  readonly effects: AtipEffects;
  readonly isStated: (effects: AtipEffects) => boolean;
}

const NAMED: readonly NamedEffects[] = [
  {
    name: /(?:^|[-_:.])(?:drop|wipe|purge|nuke|destroy|truncate|erase)(?:[-_:.](?:all|db|dbs|database|tables?|schema|data|prod|production|force|everything)\b|$)|(?:^|[-_:.])(?:db|data|database)[-_:.](?:drop|wipe|purge|reset|clear|flush|destroy)\b|(?:^|[-_:.])(?:reset|clear|flush|delete|drop)[-_:.](?:db|data|database|all)\b/i,
    says: 'it loses data',
    effects: { destructive: true, reversible: false },
    isStated: ({ destructive, reversible }) => destructive === true && reversible === false,
  },
  {
    name: /^(?:--)?(?:deploy|publish|release)(?:[-_:.](?:all|prod|production|live|staging))?$/i,
    says: 'others get what was made',
    effects: { network: true, 'x-sends': 'given' },
    isStated: ({ 'x-sends': sends }) => sends === 'given',
  },
];

/**
 * The effects that the words of the project's own script name: `db:reset`, `scripts/deploy.sh`, `--drop-all`. A person who trusts the
 * code still wants to be asked before it does that. Undefined: they name none that its document does not state.
 */
export function namedEffects(
  { program = '', effects: stated }: PartCheck,
  words: readonly Word[],
  isOwn: boolean,
): { readonly effects: AtipEffects; readonly why: string } | undefined {
  const name = programName(program);
  const isShown =
    /^g?make$/.test(name) && words.some(({ text }) => /^(?:-n|-q|--(?:dry-run|just-print|recon|question))$/.test(text));
  if (isShown || (!isOwn && !RUNNERS.test(name))) return undefined;
  const texts = words.flatMap(({ text, unknown }) => (unknown || /[\s=]/.test(text) ? [] : [text]));
  for (const text of isOwn ? [name, ...texts] : texts) {
    const base = text.replace(/^.*\//, '').replace(/\.\w{1,4}$/, '');
    const found = NAMED.find((one) => one.name.test(base));
    if (!found || found.isStated(stated)) continue;
    const what = text === name ? 'has a name that' : `gets ${shownWord({ text })}, which`;
    return { effects: found.effects, why: `${what} says that ${found.says}` };
  }
  return undefined;
}

const AWAY = /(?:^|[=:,@]|^-[A-Za-z])(?:[/~]|\.\.(?:\/|$))|\/\.\.(?:\/|$)|:\/\//;
/** Words in which commands of commands stand: `wrangler kv namespace delete`. */
const MAX_VERBS = 4;
const LASTING =
  /(?:^|[:._-])(?:deploy|publish|release|promote|destroy|drop|delete|remove|rm|rollback|downgrade|down|reset|upload|push|flush|flushall|purge|wipe|prune|undo|revert|truncate|clear|kill|login|logout|token|sync|apply|up|import|seed|send|submit|transfer)(?:$|[:._-])|^(?:np|surge|vercel|netlify|gh-pages)$/i;

function shownWord({ text }: Word): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

const OWN = new WeakSet<AtipTool>();

/** True for the document of a program whose options nobody knows. */
export function isOwnProgram(tool: AtipTool): boolean {
  return OWN.has(tool);
}

/** The document of a program that is the project's code, and may do what a script of it may do. */
export function ownProgram(name: string): AtipTool {
  const tool: AtipTool = {
    atip: '0.4',
    name,
    version: 'unknown',
    description: 'A program of the project',
    'x-end-of-options': true,
    trust: { source: 'native' },
    commands: {
      '': {
        description: 'Runs it',
        effects: {
          ...HARMLESS,
          filesystem: { read: true, write: true, delete: true },
          network: true,
          subprocess: true,
        },
        arguments: [
          {
            name: 'argument',
            type: 'string',
            description: 'Its words',
            required: false,
            variadic: true,
            'x-rest': true,
          },
        ],
      },
    },
  };
  OWN.add(tool);
  return tool;
}
