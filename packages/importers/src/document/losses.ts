import type { Issue, IssueSeverity } from '@atip/core';

/** What can happen to the source of any importer. */
export type ForeignCode = 'import-too-large' | 'import-too-deep' | 'import-cycle';

export type LoseForeign = (code: ForeignCode) => void;

/** How serious a loss is, and what it is; the number of places is put in front of it. */
export type LossTexts<Code extends string> = Readonly<Record<Code, readonly [IssueSeverity, string]>>;

/** What an import could not take over, counted by kind: a large source has thousands of one kind. */
interface Losses<Code extends string> {
  /** @param path JSON Pointer, into the tool, of the command that it is about. Absent: the tool */
  readonly lose: (code: Code | ForeignCode, path?: string) => void;
  /** One issue for each kind, with the first place; in the order of their first places. */
  readonly issues: () => Issue[];
}

const FOREIGN: LossTexts<ForeignCode> = {
  'import-too-large': ['warning', 'left out: more does not fit into one document; import parts of the source apart.'],
  'import-too-deep': ['warning', 'left out: nested deeper than anything that can be called.'],
  'import-cycle': ['warning', 'left out: it contains itself.'],
};

/** Starts a count. @param texts of the kinds that only this importer has */
export function createLosses<Code extends string>(texts: LossTexts<Code>): Losses<Code> {
  const all: Readonly<Record<string, readonly [IssueSeverity, string]>> = { ...texts, ...FOREIGN };
  const found = new Map<string, { count: number; readonly path: string }>();
  return {
    lose: (code, path = '') => {
      const entry = found.get(code);
      if (entry) entry.count += 1;
      else found.set(code, { count: 1, path });
    },
    issues: () =>
      [...found].map(([code, { count, path }]): Issue => {
        const [severity, text] = all[code] ?? ['warning', 'left out.'];
        return { code, severity, message: `${count === 1 ? '1 place' : `${count} places`}: ${text}`, path };
      }),
  };
}
