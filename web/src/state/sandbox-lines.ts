/** What a sandbox would give a call, in words. */
import type { SandboxAccess, SandboxMode } from '@atip/core';

export interface SandboxFact {
  readonly name: string;
  readonly said: string;
  /** True: not given because the metadata does not say that it is needed. */
  readonly missing: boolean;
}

export interface SandboxLines {
  readonly mode: string;
  readonly facts: readonly SandboxFact[];
}

const MODES: Readonly<Record<SandboxMode, string>> = {
  required: 'required: where no sandbox works, the program is not started',
  preferred: 'preferred: where no sandbox works, the program runs without one, and the result says so',
  off: 'off: the program may do all that its user may do',
};

/** Whether a sandbox holds the program, and which accesses it leaves. */
export function sandboxLines({
  mode,
  access,
}: {
  readonly mode: SandboxMode;
  readonly access: SandboxAccess;
}): SandboxLines {
  if (mode === 'off') return { mode: MODES.off, facts: [] };
  return {
    mode: MODES[mode],
    facts: [
      { name: 'Network', said: access.network ? 'yes' : 'none', missing: access.unstated.includes('network') },
      { name: 'May change', said: changesOf(access.changes), missing: access.unstated.includes('changes') },
      {
        name: 'May read',
        said: access.emptyHome
          ? 'the system; its home directory is empty'
          : 'the system and the home directory, without the places of keys and tokens',
        missing: false,
      },
    ],
  };
}

function changesOf(changes: SandboxAccess['changes']): string {
  if (changes === 'nothing') return 'nothing that outlives it';
  const places = changes === 'working-directory' ? 'the directory it works in' : changes.join(', ');
  return `${places}, cut down to the directories that the companion was given`;
}
