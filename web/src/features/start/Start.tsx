import type { ReactElement } from 'react';
import { Button } from '../../components/Button.tsx';
import { usePage } from '../../page/page-context.ts';
import { SAMPLES } from './index.ts';

export function Start(): ReactElement {
  const { documents } = usePage();
  return (
    <div className="stack">
      {SAMPLES.map((sample) => (
        <Button key={sample.name} onClick={() => documents.openSample(sample)}>
          {sample.title}
        </Button>
      ))}
    </div>
  );
}
