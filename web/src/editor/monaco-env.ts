/** Monaco with JSON, its two workers and the ATIP schema; the only module that imports it as a value. */
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import schema from '../../../schema/0.6.json';
import { completionSchema } from './completion-schema.ts';

self.MonacoEnvironment = {
  getWorker: (_module, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

// The schema serves completion and hover. Core alone reports errors, so Monaco's own checks stay off.
jsonDefaults.setDiagnosticsOptions({
  validate: false,
  enableSchemaRequest: false,
  schemas: [{ uri: schema.$id, fileMatch: ['*.atip.json'], schema: completionSchema(schema) }],
});

// Both would read the whole document at each edit for nothing, and fail on very deep nesting.
jsonDefaults.setModeConfiguration({ ...jsonDefaults.modeConfiguration, diagnostics: false, colors: false });

export { monaco };

const COLOURS: Readonly<Record<string, string>> = {
  foreground: '--ink',
  focusBorder: '--accent',
  'editor.background': '--bg',
  'editor.foreground': '--ink',
  'editorCursor.foreground': '--accent',
  'editor.selectionBackground': '--select',
  'editor.lineHighlightBackground': '--panel',
  'editor.lineHighlightBorder': '--panel',
  'editorLineNumber.foreground': '--muted',
  'editorLineNumber.activeForeground': '--ink',
  'editorWidget.background': '--panel',
  'editorWidget.border': '--line-strong',
  // The chosen row of a list, such as that of suggestions, and its typed letters.
  'list.activeSelectionBackground': '--sunken',
  'list.activeSelectionForeground': '--ink',
  'list.highlightForeground': '--accent',
  'menu.background': '--panel',
  'editorError.foreground': '--red',
  'editorWarning.foreground': '--amber',
  'editorInfo.foreground': '--muted',
  'editorBracketMatch.border': '--line-strong',
  'scrollbar.shadow': '--bg',
  'widget.shadow': '--line',
};

const RULES: readonly (readonly [token: string, colour: string])[] = [
  ['string.key.json', '--syntax-key'],
  ['string.value.json', '--syntax-string'],
  ['number.json', '--syntax-number'],
  ['keyword.json', '--syntax-number'],
  ['delimiter', '--syntax-punctuation'],
];

/**
 * Defines the theme again from the current tokens; `dark` decides everything that they do not cover.
 *
 * Monaco knows only `#rrggbbaa`; the browser itself turns `oklch` and `light-dark()` into it, by painting one pixel.
 */
export function applyTheme(dark: boolean): void {
  const probe = document.createElement('span');
  document.body.append(probe);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const read = (token: string): string => {
    probe.style.color = `var(${token})`;
    return canvas === null ? '#808080ff' : painted(canvas, getComputedStyle(probe).color);
  };
  monaco.editor.defineTheme('atip', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    colors: Object.fromEntries(Object.entries(COLOURS).map(([id, token]) => [id, read(token)])),
    // Rules take six digits and no number sign.
    rules: RULES.map(([token, colour]) => ({ token, foreground: read(colour).slice(1, 7) })),
  });
  probe.remove();
  monaco.editor.setTheme('atip');
}

function painted(canvas: OffscreenCanvasRenderingContext2D, colour: string): string {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const channels = [...canvas.getImageData(0, 0, 1, 1).data];
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
