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
  | 'brand';

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
    <path d="M6.5 9.5 9.5 6.500M7 4.5 9 2.600a3 3 0 0 1 4.3 4.300L11.5 9M9 11.500l-2 1.900A3 3 0 0 1 2.7 9.100L4.5 7" />
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
