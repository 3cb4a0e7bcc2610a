import type { ReactElement } from 'react';
import { usePage } from '../page/page-context.ts';
import { CopyButton } from '../parts/controls.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { placeOf } from '../document/issues.ts';

/** Version and build of this page, and what to send with a report about a document. */
export function About(): ReactElement {
  const { closeDialog, document, compilation } = usePage();
  const build = `${String(import.meta.env['VITE_VERSION'])} (${String(import.meta.env['VITE_BUILD'])})`;
  const report = (): string =>
    [
      `ATIP workbench ${build}, ${navigator.userAgent}`,
      '',
      'What I did, what I expected, and what happened instead:',
      '',
      ...compilation.issues.map((issue) => `${issue.severity} ${placeOf(issue)} ${issue.code}: ${issue.message}`),
      '',
      '```json',
      document.text.trimEnd(),
      '```',
    ].join('\n');
  return (
    <Dialog title="About this page" onClose={closeDialog}>
      <p>
        Version <span className="mono">{build}</span>. Reads ATIP 0.1 to 0.6; writes 0.4 unless a field needs more.
      </p>
      {document.text.trim() !== '' && (
        <section className="stack section">
          <h3>Report {document.name}</h3>
          <p className="quiet">
            A report holds the whole document, its problems and this version. Nothing is sent: copy it, take out what is
            nobody’s business, and paste it where you report.
          </p>
          <div>
            <CopyButton label="Copy a report" text={report} />
          </div>
        </section>
      )}
    </Dialog>
  );
}
