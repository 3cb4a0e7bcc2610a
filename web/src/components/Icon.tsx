/** The page's own small drawings: 16 × 16, one stroke, named by the text beside them. */
import type { ReactElement } from 'react';
import type { Risk } from '../document/risks.ts';

interface Shape {
  readonly line?: string;
  readonly area?: string;
}

const SHAPES = {
  destroys: { area: 'M8 2 14.5 13.5H1.5Z' },
  'no-undo': { line: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7M3 14.5 13.5 2' },
  costs: {
    line: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M10 5.5C9.5 4.8 6 4.6 6 6.5c0 2 4 1 4 3 0 1.9-3.5 1.7-4.2.9M8 4v8',
  },
  network: { line: 'M1.5 6.5a9.2 9.2 0 0 1 13 0M4.5 9.5a5 5 0 0 1 7 0M8 12.5v.2' },
  writes: { line: 'm10.5 2.5 3 3-8 8-3.5.5.5-3.5ZM9 4l3 3' },
  deletes: { line: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4' },
  'not-twice': { line: 'M2 5.2c.2-3 4.7-2.7 4.7 0 0 2.3-4.7 4-4.7 6.3h5M9.5 6l4.5 5.5M14 6l-4.5 5.5' },
  asks: { line: 'm3 4 4.5 4L3 12M9 13h5' },
  reads: {
    line: 'M1.2 8S3.7 3.5 8 3.5 14.8 8 14.8 8 12.3 12.5 8 12.5 1.2 8 1.2 8Z',
    area: 'M6 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z',
  },
  'not-stated': { line: 'M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z' },
  error: { line: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M5.7 5.7l4.6 4.6m0-4.6-4.6 4.6' },
  warning: { line: 'M8 2 14.5 13.5H1.5ZM8 6.5v3M8 11.5v.1' },
  info: { line: 'M1.8 8a6.2 6.2 0 1 0 12.4 0a6.2 6.2 0 1 0 -12.4 0ZM8 7.5v3.5M8 5v.1' },
  check: { line: 'm2.5 8.5 3.5 3.5 7.5-8' },
  skip: { line: 'M3 8h10' },
  copy: { line: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8Z' },
  download: { line: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11' },
  share: {
    line: 'M10.2 3.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0ZM2.2 8a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0ZM10.2 12.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0ZM5.6 7.1l4.8-2.7M5.6 8.9l4.8 2.7',
  },
  chevron: { line: 'm4 6 4 4 4-4' },
  close: { line: 'm3.5 3.5 9 9m0-9-9 9' },
  light: {
    line: 'M5 8a3 3 0 1 0 6 0a3 3 0 1 0 -6 0ZM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6 13 13M3 13l1.4-1.4M11.6 4.4 13 3',
  },
  dark: { line: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z' },
  system: { line: 'M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z', area: 'M8 2a6 6 0 0 1 0 12Z' },
  keys: { line: 'M1.5 4h13v8h-13ZM4 6.7h.1M6.7 6.7h.1M9.3 6.7h.1M12 6.7h.1M5 9.5h6' },
  search: { line: 'M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0ZM10.4 10.4l3.6 3.6' },
  play: { area: 'M4.5 2.5v11l8.5-5.5Z' },
  contrast: { line: 'M2.5 2.5h11v11h-11Z', area: 'M13.5 2.5v11h-11Z' },
  safety: { line: 'M8 1.5 13.5 3.5v4c0 3.3-2.2 5.7-5.5 7-3.3-1.3-5.5-3.7-5.5-7v-4ZM5.5 8l1.8 1.8L10.7 6.3' },
  filter: { line: 'M2 3h12L9.5 8.5v4l-3 1.5V8.5Z' },
  compare: { line: 'M8 1.5v13M6 4H2.5v8H6M10 4h3.5v8H10M4.2 6.5h.1M4.2 9.5h.1M11.7 6.5h.1M11.7 9.5h.1' },
  import: { line: 'M2 8h7.5M6.5 5l3 3-3 3M7 2.5h6.5v11H7' },
  upload: { line: 'M8 10.5V2.5M4.5 5.5 8 2l3.5 3.5M2.5 13.5h11' },
  undo: { line: 'M5.5 3 2.5 6l3 3M2.5 6h7a3.7 3.7 0 0 1 0 7.5H6' },
  plus: { line: 'M8 2.5v11M2.5 8h11' },
  stop: { area: 'M3.5 3.5h9v9h-9Z' },
  external: { line: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M6.5 3.5h-4v10h10v-4' },
  code: { line: 'M5 4 1.5 8 5 12M11 4l3.5 4-3.5 4M9.3 3l-2.6 10' },
  brand: { line: 'M2.5 13.5 8 2.5l5.5 11M5 9.5h6' },
} satisfies Readonly<Record<Risk, Shape> & Record<string, Shape>>;

export type IconName = keyof typeof SHAPES;

/** Decoration: what it shows is always said in words next to it. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  const { line, area }: Shape = SHAPES[name];
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'brand' ? 2 : 1.4}
      // The ring of what is not stated.
      strokeDasharray={name === 'not-stated' ? '2.6 2.1' : undefined}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {line && <path d={line} />}
      {area && <path d={area} fill="currentColor" />}
    </svg>
  );
}
