/** Monaco with JSON, its two workers and the ATIP schema; the only module that imports it as a value. */
import * as monaco from 'monaco-editor/editor';
import { getDefaultHoverDelegate } from 'monaco-editor/base/browser/ui/hover/hoverDelegateFactory';
import 'monaco-editor/features/register.all';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import schema from '../../../schema/0.6.json';

self.MonacoEnvironment = {
  getWorker: (_module, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

// The schema serves completion and hover. Core alone reports errors, so Monaco's own checks stay off.
jsonDefaults.setDiagnosticsOptions({
  validate: false,
  enableSchemaRequest: false,
  schemas: [{ uri: schema.$id, fileMatch: ['*.atip.json'], schema }],
});

// All else of Monaco's JSON service would read the whole document at each edit for nothing.
const ALWAYS = { tokens: true, documentFormattingEdits: true };
jsonDefaults.setModeConfiguration(ALWAYS);

/** Completion and hover of a larger or deeper text would cost seconds with each key, or end in errors. */
const MOST_HELPED = 1_000_000;
const DEEPEST_HELPED = 200;

/** Offers completion and hover where the text allows it. */
export function offerHelp(text: string): void {
  const isOn = text.length <= MOST_HELPED && !isDeep(text);
  if (jsonDefaults.modeConfiguration.hovers !== isOn)
    jsonDefaults.setModeConfiguration({ ...ALWAYS, completionItems: isOn, hovers: isOn });
}

function isDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length && depth <= DEEPEST_HELPED; index += 1) {
    const letter = text[index];
    if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
  }
  return depth > DEEPEST_HELPED;
}

export { monaco };

// For every editor and model of the page: coloured pairs of brackets say nothing in JSON, and a document on one line makes
// them cost seconds.
const SETTINGS = { tabSize: 2, 'bracketPairColorization.enabled': false };

// Monaco makes its tips once, by the services of the editor that came last. Those of a diff editor end with it, and then each
// suggestion would fail; so they are made here, by the services of an editor that is no part of another.
monaco.editor.create(document.createElement('div'), SETTINGS).dispose();
for (const placement of ['mouse', 'element'] as const) getDefaultHoverDelegate(placement);

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
  'editorLineNumber.dimmedForeground': '--muted',
  'editorWidget.background': '--panel',
  'editorWidget.border': '--line-strong',
  // The chosen row of a list, such as that of suggestions, and its typed letters.
  'list.activeSelectionBackground': '--sunken',
  'list.activeSelectionForeground': '--ink',
  'list.highlightForeground': '--accent',
  'editorError.foreground': '--red',
  'editorWarning.foreground': '--amber',
  'editorInfo.foreground': '--muted',
  'scrollbarSlider.background': '--line-strong',
  'scrollbarSlider.hoverBackground': '--line-control',
  'scrollbarSlider.activeBackground': '--line-control',
};

const SYNTAX: Readonly<Record<string, string>> = {
  'string.key.json': '--syntax-key',
  'string.value.json': '--syntax-string',
  'number.json': '--syntax-number',
  'keyword.json': '--syntax-number',
  delimiter: '--syntax-punctuation',
};

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
    if (canvas === null) return '#808080ff';
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    const channels = [...canvas.getImageData(0, 0, 1, 1).data];
    return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  };
  monaco.editor.defineTheme('atip', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    colors: Object.fromEntries(Object.entries(COLOURS).map(([id, token]) => [id, read(token)])),
    // Rules take six digits and no number sign.
    rules: Object.entries(SYNTAX).map(([token, colour]) => ({ token, foreground: read(colour).slice(1, 7) })),
  });
  probe.remove();
  monaco.editor.setTheme('atip');
}
