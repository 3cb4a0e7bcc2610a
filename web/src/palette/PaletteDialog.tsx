import { type ReactElement, useMemo } from 'react';
import type { PaletteProps } from './palette-props.ts';
import { useAnswer } from '../panels/use-answer.ts';
import { pageCommands } from './page-commands.ts';
import { Palette } from './Palette.tsx';

/** The palette with what can be done now; the document's commands join as soon as they are listed. */
export function PaletteDialog(props: PaletteProps): ReactElement {
  const text = props.compilation.result?.source.text;
  const question = useMemo(() => (text === undefined ? undefined : { text }), [text]);
  const { last } = useAnswer('jump-list', question);
  return <Palette commands={pageCommands(props, last?.answer ?? [])} onClose={props.onClose} />;
}
