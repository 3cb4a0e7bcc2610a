/** The page's own small drawings: 16 × 16, one stroke, named by the text beside them. */
import type { ReactElement } from 'react';
import type { Risk } from '../state/risks.ts';

export type IconName =
  | Risk
  | 'error'
  | 'warning'
  | 'info'
  | 'check'
  | 'skip'
  | 'copy'
  | 'download'
  | 'share'
  | 'chevron'
  | 'close'
  | 'light'
  | 'dark'
  | 'system'
  | 'keys'
  | 'play'
  | 'search'
  | 'brand'
  | 'contrast'
  | 'commands'
  | 'safety'
  | 'filter'
  | 'compare'
  | 'import'
  | 'upload'
  | 'link'
  | 'undo'
  | 'redo'
  | 'plus'
  | 'columns'
  | 'history'
  | 'terminal'
  | 'stop'
  | 'external'
  | 'embed'
  | 'code'
  | 'more'
  | 'drag'
  | 'pin';

const SHAPES: Readonly<Record<IconName, ReactElement>> = {
  destroys: <path d="M8 2 14.5 13.500H1.500Z" fill="currentColor" />,
  'no-undo': <path d="M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7M3 14.5 13.5 2" />,
  costs: (
    <path d="M8 1.500a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M10 5.500C9.5 4.8 6 4.6 6 6.500c0 2 4 1 4 3 0 1.9-3.5 1.7-4.2.9M8 4v8" />
  ),
  network: <path d="M1.5 6.500a9.2 9.2 0 0 1 13 0M4.5 9.500a5 5 0 0 1 7 0M8 12.500v.2" />,
  writes: <path d="m10.5 2.5 3 3-8 8-3.5.5.5-3.500ZM9 4l3 3" />,
  deletes: <path d="M2.5 4.500h11M6 4.500v-2h4v2M4 4.500l.7 9h6.600l.7-9M6.7 7v4M9.3 7v4" />,
  'not-twice': <path d="M2 5.200c.2-3 4.7-2.7 4.7 0 0 2.3-4.7 4-4.7 6.300h5M9.5 6l4.5 5.500M14 6l-4.5 5.5" />,
  asks: <path d="m3 4 4.5 4L3 12M9 13h5" />,
  reads: (
    <>
      <path d="M1.2 8S3.7 3.5 8 3.5 14.8 8 14.8 8 12.3 12.5 8 12.5 1.2 8 1.2 8Z" />
      <circle cx="8" cy="8" r="2" fill="currentColor" />
    </>
  ),
  'not-stated': <circle cx="8" cy="8" r="6" strokeDasharray="2.6 2.1" />,
  error: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentColor" stroke="none" />
      <path d="m5.7 5.7 4.6 4.600m0-4.6-4.6 4.6" stroke="var(--bg)" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2 14.5 13.500H1.500Z" />
      <path d="M8 6.500v3M8 11.500v.1" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M8 7.500v3.500M8 5v.1" />
    </>
  ),
  check: <path d="m2.5 8.5 3.5 3.5 7.5-8" />,
  skip: <path d="M3 8h10" />,
  copy: <path d="M5.5 5.500v-3h8v8h-3M2.5 5.500h8v8h-8Z" />,
  download: <path d="M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.500h11" />,
  share: (
    <>
      <circle cx="12" cy="3.500" r="1.800" />
      <circle cx="4" cy="8" r="1.800" />
      <circle cx="12" cy="12.500" r="1.800" />
      <path d="m5.600 7.100 4.800-2.700M5.600 8.900l4.800 2.700" />
    </>
  ),
  chevron: <path d="m4 6 4 4 4-4" />,
  close: <path d="m3.5 3.5 9 9m0-9-9 9" />,
  light: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.400M11.6 11.6 13 13M3 13l1.4-1.400M11.6 4.4 13 3" />
    </>
  ),
  dark: <path d="M13.5 9.500A6 6 0 0 1 6.5 2.500a6 6 0 1 0 7 7Z" />,
  system: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 2a6 6 0 0 1 0 12Z" fill="currentColor" />
    </>
  ),
  keys: <path d="M1.5 4h13v8h-13ZM4 6.700h.1M6.7 6.700h.1M9.3 6.700h.1M12 6.700h.1M5 9.500h6" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.4 10.4 3.600 3.6" />
    </>
  ),
  play: <path d="M4.5 2.500v11l8.5-5.500Z" fill="currentColor" />,
  contrast: (
    <>
      <path d="M2.5 2.500h11v11h-11Z" />
      <path d="M13.5 2.500v11h-11Z" fill="currentColor" />
    </>
  ),
  commands: (
    <>
      <path d="M4.5 5v7.500h5M4.500 8h5" />
      <circle cx="4.5" cy="3.5" r="1.500" />
      <circle cx="11" cy="8" r="1.500" />
      <circle cx="11" cy="12.500" r="1.500" />
    </>
  ),
  safety: (
    <path d="M8 1.500 13.5 3.500v4c0 3.300-2.200 5.700-5.500 7-3.300-1.300-5.500-3.700-5.500-7v-4ZM5.5 8l1.800 1.800L10.7 6.300" />
  ),
  filter: <path d="M2 3h12L9.500 8.500v4l-3 1.500V8.500Z" />,
  compare: (
    <path d="M8 1.500v13M6 4H2.500v8H6M10 4h3.500v8H10M4.200 6.500h.1M4.200 9.500h.1M11.700 6.500h.1M11.700 9.500h.1" />
  ),
  import: <path d="M2 8h7.500M6.5 5l3 3-3 3M7 2.500h6.500v11H7" />,
  upload: <path d="M8 10.500V2.500M4.5 5.500 8 2l3.5 3.500M2.500 13.500h11" />,
  link: (
    <path d="M6.5 9.500 9.500 6.500M7 4.500 9 2.600a3 3 0 0 1 4.300 4.300L11.500 9M9 11.500l-2 1.900A3 3 0 0 1 2.700 9.100L4.500 7" />
  ),
  undo: <path d="M5.500 3 2.500 6l3 3M2.500 6h7a3.700 3.700 0 0 1 0 7.500H6" />,
  redo: <path d="m10.500 3 3 3-3 3M13.500 6h-7a3.700 3.700 0 0 0 0 7.500H10" />,
  plus: <path d="M8 2.500v11M2.500 8h11" />,
  columns: <path d="M2 2.500h12v11H2ZM8 2.500v11" />,
  history: <path d="M2.500 3v3.500H6M2.800 6.500A5.700 5.700 0 1 1 2.300 8.500M8 5v3.300l2.300 1.500" />,
  terminal: <path d="M1.500 2.500h13v11h-13ZM4 6l2.200 2L4 10M8 10.500h3.500" />,
  stop: <path d="M3.500 3.500h9v9h-9Z" fill="currentColor" />,
  external: <path d="M9 2.500h4.500V7M13.500 2.500 7.500 8.500M6.500 3.500h-4v10h10v-4" />,
  embed: (
    <path d="M1.500 2.500h13v11h-13ZM1.500 5.300h13M6.500 7.600 4.800 9.400l1.700 1.800M9.500 7.600l1.700 1.800-1.700 1.800" />
  ),
  code: <path d="M5 4 1.500 8 5 12M11 4l3.500 4-3.500 4M9.300 3l-2.600 10" />,
  more: (
    <>
      <circle cx="3" cy="8" r="1" fill="currentColor" stroke="none" />
      <circle cx="8" cy="8" r="1" fill="currentColor" stroke="none" />
      <circle cx="13" cy="8" r="1" fill="currentColor" stroke="none" />
    </>
  ),
  drag: (
    <path d="M5.500 3.500h.1M5.500 8h.1M5.500 12.500h.1M10.500 3.500h.1M10.500 8h.1M10.500 12.500h.1" strokeWidth="2" />
  ),
  pin: <path d="M5 2h6M6 2l-.5 5L3.500 9.500h9L10.500 7 10 2M8 9.500v5" />,
  brand: <path d="M2.5 13.5 8 2.500l5.5 11M5 9.500h6" strokeWidth="2" />,
};

interface IconProps {
  readonly name: IconName;
}

/** Decoration: what it shows is always said in words next to it. */
export function Icon({ name }: IconProps): ReactElement {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  );
}
