/** What a verb says of a command. `run`: it depends on what is run. */
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

/**
 * The verb that a word is a form of: `deletes`, `deleting` → `delete`. Past forms are not: they mostly stand for
 * adjectives, as in "deleted items".
 */
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
