import type { WorkingCopy } from '../document/working-copy.ts';
import type { Documents, Sample } from '../page/page-context.ts';
import git from './git.json?raw';
import hello from './hello.json?raw';

export const HELLO: Sample = { title: 'hello', detail: 'the smallest document', name: 'hello.json', text: hello };
const GIT: Sample = { title: 'git', detail: 'groups, effects, danger', name: 'git.json', text: git };

export const SAMPLES: readonly Sample[] = [GIT, HELLO];

export function sampleItems(samples: readonly Sample[], { openSample }: Documents) {
  return samples.map((sample) => ({
    label: sample.title,
    detail: sample.detail,
    onChoose: () => openSample(sample),
  }));
}

export const WELCOME: WorkingCopy = {
  documents: [{ id: 'd1', name: 'untitled.json', text: '' }],
  active: 'd1',
  provider: 'openai',
  strict: false,
  tab: 'output',
};
