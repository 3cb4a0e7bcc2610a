/** Monaco with JSON, its two workers and the ATIP schema; the only module that imports it as a value. */
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import schema from '../../../schema/0.4.json';
import { completionSchema } from './completion-schema.ts';
import type * as Monaco from 'monaco-editor/editor';

self.MonacoEnvironment = {
  getWorker: (_module, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

// The schema serves completion and hover. What is wrong is said once, by core, so Monaco's own checks stay off.
jsonDefaults.setDiagnosticsOptions({
  validate: false,
  enableSchemaRequest: false,
  schemas: [{ uri: schema.$id, fileMatch: ['*.atip.json'], schema: completionSchema(schema) }],
});

// Both would read the whole document at each edit, for nothing; and one that is nested a thousandfold ends in an error.
jsonDefaults.setModeConfiguration({ ...jsonDefaults.modeConfiguration, diagnostics: false, colors: false });

export { monaco };

const THEME = 'atip';

const COLOURS: Readonly<Record<string, string>> = {
  'editor.background': '--bg',
  'editor.foreground': '--ink',
  'editorCursor.foreground': '--accent',
  'editor.selectionBackground': '--select',
  'editor.lineHighlightBackground': '--panel',
  'editor.lineHighlightBorder': '--panel',
  'editorLineNumber.foreground': '--muted',
  'editorLineNumber.activeForeground': '--ink',
  'editorLineNumber.dimmedForeground': '--muted',
  'editorIndentGuide.background1': '--line',
  'editorIndentGuide.activeBackground1': '--line-strong',
  'editorWidget.background': '--panel',
  'editorWidget.border': '--line-strong',
  'editorHoverWidget.background': '--panel',
  'editorSuggestWidget.background': '--panel',
  'editorSuggestWidget.selectedBackground': '--sunken',
  'editorSuggestWidget.foreground': '--ink',
  'editorSuggestWidget.selectedForeground': '--ink',
  'editorSuggestWidget.highlightForeground': '--accent',
  'editorSuggestWidget.focusHighlightForeground': '--accent',
  'editorActionList.background': '--panel',
  'editorActionList.foreground': '--ink',
  'editorActionList.focusBackground': '--sunken',
  'editorActionList.focusForeground': '--ink',
  'menu.background': '--panel',
  'editorError.foreground': '--red',
  'editorWarning.foreground': '--amber',
  'editorInfo.foreground': '--muted',
  'editorOverviewRuler.errorForeground': '--red',
  'editorOverviewRuler.warningForeground': '--amber',
  'editorOverviewRuler.infoForeground': '--muted',
  'editorBracketMatch.border': '--line-strong',
  'scrollbar.shadow': '--bg',
  'widget.shadow': '--line',
  focusBorder: '--accent',
};

const RULES: readonly (readonly [token: string, colour: string])[] = [
  ['string.key.json', '--syntax-key'],
  ['string.value.json', '--syntax-string'],
  ['number.json', '--syntax-number'],
  ['keyword.json', '--syntax-number'],
  ['delimiter', '--syntax-punctuation'],
];

/** Defines the theme anew from the tokens as they are now; `dark` decides what they do not cover. */
export function applyTheme(monaco: typeof Monaco, dark: boolean): void {
  const read = tokenReader();
  monaco.editor.defineTheme(THEME, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    colors: Object.fromEntries(Object.entries(COLOURS).map(([id, token]) => [id, read(token)])),
    // Rules take six digits and no number sign.
    rules: RULES.map(([token, colour]) => ({ token, foreground: read(colour).slice(1, 7) })),
  });
  monaco.editor.setTheme(THEME);
}

/** Monaco knows only `#rrggbbaa`; the browser itself turns `oklch` and `light-dark()` into it, by painting one pixel. */
function tokenReader(): (token: string) => string {
  const probe = document.createElement('span');
  document.body.append(probe);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colours = new Map(
    [...Object.values(COLOURS), ...RULES.map(([, colour]) => colour)].map((token) => {
      probe.style.color = `var(${token})`;
      return [token, canvas === null ? '#808080ff' : painted(canvas, getComputedStyle(probe).color)] as const;
    }),
  );
  probe.remove();
  return (token) => colours.get(token) ?? '#808080ff';
}

function painted(canvas: OffscreenCanvasRenderingContext2D, colour: string): string {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const channels = [...canvas.getImageData(0, 0, 1, 1).data];
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
