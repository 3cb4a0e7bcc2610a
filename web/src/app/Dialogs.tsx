import { type ComponentType, Fragment, type ReactElement } from 'react';
import { Compare } from '../compare/Compare.tsx';
import { Computer } from '../computer/Computer.tsx';
import { type OpenDialog, usePage } from '../page/page-context.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { ShareDialog } from '../share/ShareDialog.tsx';
import { AllTools } from '../start/AllTools.tsx';
import { About } from './About.tsx';
import { Palette } from './Palette.tsx';
import { KEY_HELP } from './use-keys.ts';

interface DialogsProps {
  readonly open: OpenDialog;
  /** Letters that were typed before the dialog was there. */
  readonly early: string;
}

const DIALOGS: Readonly<Record<OpenDialog, ComponentType<DialogsProps>>> = {
  share: ShareDialog,
  keys: Keys,
  computer: () => <Computer tab="tools" />,
  record: () => <Computer tab="record" />,
  tools: AllTools,
  palette: Palette,
  compare: Compare,
  about: About,
};

/** The open dialog. All dialogs load with the first one. */
export function Dialogs(props: DialogsProps): ReactElement {
  const Shown = DIALOGS[props.open];
  return <Shown {...props} />;
}

function Keys(): ReactElement {
  const { closeDialog } = usePage();
  return (
    <Dialog title="Keys" onClose={closeDialog}>
      <dl className="facts">
        {Object.entries(KEY_HELP).map(([keys, meaning]) => (
          <Fragment key={keys}>
            <dt>
              <kbd className="key">{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
