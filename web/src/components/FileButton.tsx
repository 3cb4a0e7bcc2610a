import { type ComponentProps, type ReactElement, useRef } from 'react';
import { Button } from './Button.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => unknown;
  readonly multiple?: boolean;
  readonly accept?: string;
}

/** A button that opens the browser's choice of files; the same file can be chosen again. */
export function FileButton({ label, onFiles, multiple, accept, ...button }: FileButtonProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        multiple={multiple}
        accept={accept}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button icon="upload" {...button} onClick={() => field.current?.click()} />
    </>
  );
}
