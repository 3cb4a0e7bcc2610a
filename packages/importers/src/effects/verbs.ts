/**
 * The class of a verb, mildest first. `work`: computes, fetches or waits, with unknown lasting effects. `run`: the
 * effect depends on the program run. `end`: ends what runs. `replace`: overwrites existing content without deleting.
 */
export type VerbClass = 'read' | 'work' | 'run' | 'write' | 'send' | 'end' | 'replace' | 'destroy';

const VERBS: Readonly<Record<VerbClass, string>> = {
  // Only unambiguous ones: `test`, `watch` and `export` are not, `log` and `check` may be.
  read:
    'list ls get describe show view status info inspect search find query count cat print display help version whoami head ' +
    'lookup explain diff compare read peek stats usage history ping tail logs outdated lsjson lsd',
  work:
    'generate fetch export open extract convert render translate parse decode check test verify validate resolve scan analyze ' +
    'analyse detect calculate compute estimate predict classify suggest recommend preview measure snapshot capture summarize ' +
    'wait watch monitor poll select take',
  run: 'run exec execute eval evaluate invoke call shell console repl ssh script',
  write:
    'create add set put update write edit install download copy cp move mv rename import enable disable tag untag ' +
    'modify register attach detach associate disassociate start restart resume pause cancel abort ' +
    'accept reject approve assign unassign allocate release change configure deploy pull clone checkout ' +
    'commit merge rebase patch save store notify invite join leave close reopen lock ' +
    'unlock pin unpin archive unarchive backup sync mirror migrate upgrade downgrade undo redo link ' +
    'unlink init initialize setup build compile transform pack unpack compress encrypt sign ' +
    'activate deactivate promote demote scale resize transfer swap switch toggle mount umount unmount bind unbind login ' +
    'logout logoff grant deny allow block unblock subscribe unsubscribe record label unlabel mark annotate comment review ' +
    'reply fork star unstar ship resend retry requeue redrive enqueue dispatch trigger schedule reschedule batch bulk seed ' +
    'provision bootstrap reload refresh rebuild recreate renew rotate regenerate rekey expose cordon uncordon taint ' +
    'drain failover switchover index group reindex vacuum optimize repair fix correct adjust increase decrease increment ' +
    'decrement append prepend insert upsert touch make mkdir scaffold eject track untrack follow unfollow vote ' +
    'rate purchase buy order pay charge refund confirm complete finish fail begin connect disconnect ' +
    'impersonate ban unban mute unmute hide unhide deprecate undeprecate yank stage unstage stash unset ' +
    'dedupe tidy format reformat fmt autofix prefer default rescue emergency opt ' +
    'manage reserve respond signal assume exit click tap press type fill drag swipe navigate launch scroll',
  send: 'send push publish upload post share submit email',
  end: 'stop halt poweroff shutdown reboot hibernate suspend end',
  replace: 'overwrite replace apply revert rollback restore override clobber',
  destroy:
    'delete del remove rm rmi rmdir rmall destroy purge drop wipe erase reset prune kill uninstall truncate revoke shred ' +
    'terminate clean cleanup clear flush expunge forget deprovision teardown unregister deregister evict discard obliterate ' +
    'nuke expire unpublish empty autoremove decommission undeploy delall killall sanitize gc',
};

/** Verbs that are also common nouns: `get-update`, `describe-backup`, `label list`. */
export const THINGS: ReadonlySet<string> = new Set(
  (
    'status info search query count help version stats usage history logs list view head tail diff ping snapshot preview test ' +
    'check scan script shell console call run update copy release commit merge patch post share email store link index group ' +
    'label archive mount record default trigger schedule batch bulk seed review fork star order charge refund purchase rate ' +
    'vote comment pin lock block import export build change transfer switch swap backup mirror sync format transform upgrade ' +
    'rollback signal type reply tag dispatch login stage stash scale measure take'
  ).split(' '),
);

/** Nouns of code written by a caller, which may do anything when run. */
export const CODE: ReadonlySet<string> = new Set(
  'code command commands javascript js python query script shell snippet sql'.split(' '),
);

/** The class of each verb. */
export const CLASSES: Map<string, VerbClass> = new Map();
const RANKS = new Map<VerbClass, number>();
// The keys are those of the type.
for (const [rank, kind] of (Object.keys(VERBS) as VerbClass[]).entries()) {
  RANKS.set(kind, rank);
  for (const verb of VERBS[kind].split(' ')) CLASSES.set(verb, kind);
}

export function rankOf(kind: VerbClass): number {
  return RANKS.get(kind) ?? 0;
}

/** True if it changes something, or may: all classes except `read` and `work`. */
export function isChange(kind: VerbClass | undefined): kind is Exclude<VerbClass, 'read' | 'work'> {
  return kind !== undefined && rankOf(kind) > rankOf('work');
}

export interface VerbForm {
  readonly verb: string;
  readonly kind: VerbClass;
  readonly form: 'delete' | 'deletes' | 'deleting';
}

/** The verb in `deletes` or `deleting`. Past forms usually act as adjectives ("deleted items") and do not count. */
export function readVerb(word: string): VerbForm | undefined {
  const verb = formsOf(word).find((form) => CLASSES.has(form));
  const kind = verb === undefined ? undefined : CLASSES.get(verb);
  if (verb === undefined || kind === undefined) return undefined;
  return { verb, kind, form: verb === word ? 'delete' : word.endsWith('ing') ? 'deleting' : 'deletes' };
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

/** Names are short; the beginning of a long one decides. */
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
