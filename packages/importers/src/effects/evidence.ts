import { type AtipEffects, mergeEffects } from '@atip/core';

type EvidenceSource = 'name' | 'description' | 'option' | 'argument' | 'program';

/** Why an effect was inferred. */
export interface Evidence {
  /** As in `filesystem.write`. */
  readonly field: string;
  readonly value: unknown;
  /** For a person. */
  readonly reason: string;
  readonly source: EvidenceSource;
}

/** Effects together with where they come from. */
export interface Finding {
  readonly effects: AtipEffects;
  readonly reason: string;
  readonly source: EvidenceSource;
}

/** A finding as evidence, one entry per field that is stated. */
export function toEvidence({ effects, reason, source }: Finding): Evidence[] {
  return Object.entries(effects).flatMap(([field, value]): Evidence[] =>
    typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).map(([name, inner]: [string, unknown]) => ({
          field: `${field}.${name}`,
          value: inner,
          reason,
          source,
        }))
      : [{ field, value, reason, source }],
  );
}

/** The word of the program tables for the effects of a program, a subcommand or a flag. */
export type EffectKind =
  | 'look'
  | 'view'
  | 'ask'
  | 'make'
  | 'overwrite'
  | 'destroy'
  | 'drop'
  | 'change'
  | 'fetch'
  | 'send'
  | 'wreck'
  | 'end'
  | 'run'
  | 'anything'
  | 'trust'
  | 'nothing';

/** Effects that follow from the kind itself; absent is unknown, and only the kinds that look state `false`. */
const EFFECT_KINDS: Readonly<Record<EffectKind, AtipEffects>> = {
  /** Reads or computes here. */
  look: { filesystem: { write: false, delete: false }, network: false, destructive: false },
  /** Reads; from where depends on what it is pointed at. */
  view: { filesystem: { write: false, delete: false }, destructive: false },
  /** Reads from another machine. */
  ask: { filesystem: { write: false, delete: false }, network: true, destructive: false },
  /** Writes files here; what is there may be replaced. */
  make: { filesystem: { write: true } },
  /** Overwrites what is there, always. */
  overwrite: { filesystem: { write: true }, destructive: true, reversible: false },
  /** Deletes or overwrites here for good. */
  destroy: { filesystem: { write: true, delete: true }, destructive: true, reversible: false },
  /** Deletes or resets something that may not be a file. */
  drop: { destructive: true },
  /** Changes the state of this system or of a service. */
  change: { modifies: ['state'] },
  /** Gets data from another machine and writes it here. */
  fetch: { filesystem: { write: true }, network: true },
  /** Changes data on another machine. */
  send: { network: true, modifies: ['remote data'] },
  /** Deletes or replaces data on another machine. */
  wreck: { network: true, destructive: true },
  /** Ends processes or the system; what they had not saved is lost. */
  end: { modifies: ['processes'], reversible: false },
  /** Runs programs that the command line names. */
  run: { subprocess: true },
  /** A flag by which something that the call names is run: that may be anything. */
  anything: {
    filesystem: { write: true, delete: true },
    network: true,
    subprocess: true,
    destructive: true,
    reversible: false,
  },
  /** Does not check who is on the other side; what was sent there cannot be taken back. */
  trust: { network: true, reversible: false },
  /** A flag that adds nothing, though its name reads as if. */
  nothing: {},
};

/** A kind's effects, a copy of its own. */
export function effectsOfKind(kind: EffectKind): AtipEffects {
  return mergeEffects(EFFECT_KINDS[kind]);
}

/** The class of a command's verb. `run`: the effect depends on what is run. */
export type VerbClass = 'read' | 'write' | 'destroy' | 'run';

const VERBS: Readonly<Record<VerbClass, string>> = {
  // Only such as mean nothing else: `test`, `watch` and `export` do not, `log` and `check` may.
  read:
    'list ls get describe show view status info inspect search find query count cat print display help version whoami head ' +
    'lookup explain diff compare read peek stats usage history ping tail logs outdated lsjson lsd',
  write:
    'create add set update put edit write install upload download copy cp move mv rename import enable disable tag untag ' +
    'modify register attach detach associate disassociate start stop restart reboot resume suspend pause cancel abort ' +
    'accept reject approve assign unassign allocate release change configure deploy publish push pull fetch clone checkout ' +
    'commit merge rebase apply patch replace save store send post submit notify invite join leave open close reopen lock ' +
    'unlock pin unpin archive unarchive restore backup sync mirror migrate upgrade downgrade rollback revert undo redo link ' +
    'unlink init initialize setup generate build compile convert transform pack unpack extract compress encrypt sign ' +
    'activate deactivate promote demote scale resize transfer swap switch toggle mount umount unmount bind unbind login ' +
    'logout logoff grant deny allow block unblock subscribe unsubscribe record label unlabel mark annotate comment review ' +
    'reply fork star unstar ship resend retry requeue redrive enqueue dispatch trigger schedule reschedule batch bulk seed ' +
    'provision bootstrap reload refresh rebuild recreate renew rotate regenerate rekey resize expose cordon uncordon taint ' +
    'drain failover switchover index group reindex vacuum optimize repair fix correct adjust increase decrease increment ' +
    'decrement append prepend insert upsert overwrite touch make mkdir scaffold eject track untrack follow unfollow vote ' +
    'rate purchase buy order pay charge refund confirm verify-email complete finish fail begin end connect disconnect ' +
    'terminate-session impersonate ban unban mute unmute hide unhide deprecate undeprecate yank stage unstage stash unset ' +
    'dedupe tidy format reformat fmt autofix prefer default hibernate halt poweroff shutdown rescue emergency opt',
  destroy:
    'delete del remove rm rmi rmdir rmall destroy purge drop wipe erase reset prune kill uninstall truncate revoke shred ' +
    'terminate clean cleanup clear flush expunge forget deprovision teardown unregister deregister evict discard obliterate ' +
    'nuke expire unpublish empty autoremove decommission undeploy delall killall',
  run: 'run exec execute eval invoke call shell console repl ssh script',
};

const CLASSES: ReadonlyMap<string, VerbClass> = new Map(
  (['read', 'write', 'destroy', 'run'] as const).flatMap((kind) =>
    VERBS[kind].split(' ').map((verb): [string, VerbClass] => [verb, kind]),
  ),
);

/** The verb's class; nothing for what is none of those known. */
export function classOfVerb(word: string): VerbClass | undefined {
  return CLASSES.get(word);
}

/** The verb of `deletes` or `deleting`. Past forms mostly stand for adjectives ("deleted items") and do not count. */
export function stemVerb(word: string): string | undefined {
  return formsOf(word).find((form) => CLASSES.has(form));
}

function formsOf(word: string): string[] {
  const forms = [word];
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (!word.endsWith('ing')) return forms;
  const stem = word.slice(0, -3);
  forms.push(stem, `${stem}e`);
  // `putting`, `dropping`
  if (stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1));
  return forms;
}

/** Names are short; of a long one the beginning says what it does. */
const MAX_NAME = 200;

/**
 * The words of a name, in lower case.
 *
 * Shape: `"delete-queue"` → `["delete", "queue"]`; `"toJSON"` → `["to", "json"]`; `"sites:delete"` → `["sites", "delete"]`.
 * Limits: the first 200 characters.
 */
export function splitWords(name: string): string[] {
  return name
    .slice(0, MAX_NAME)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
}

/** Flags, separated by spaces, with what they do and how one knows. */
export type FlagRows = Readonly<Record<string, readonly [kind: EffectKind, reason: string]>>;

/** A program or one of its commands, `"git branch"`; what it does without the flags that follow, and how one knows. */
export type ProgramRow = readonly [command: string, kind: EffectKind, reason: string, flags: FlagRows];
