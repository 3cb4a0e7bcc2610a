/** Monaco with JSON, its two workers and the ATIP schema; the only module that imports it as a value. */
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import schema from '../../../schema/0.4.json';
import { provideFixes } from './fixes.ts';
import { applyTheme } from './theme.ts';

self.MonacoEnvironment = {
  getWorker: (_module, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

// The schema serves completion and hover. What is wrong is said once, by core, so Monaco's own checks stay off.
jsonDefaults.setDiagnosticsOptions({
  validate: false,
  enableSchemaRequest: false,
  schemas: [{ uri: schema.$id, fileMatch: ['*.atip.json'], schema }],
});

// Both would read the whole document at each edit, for nothing; and one that is nested a thousandfold ends in an error.
jsonDefaults.setModeConfiguration({ ...jsonDefaults.modeConfiguration, diagnostics: false, colors: false });

provideFixes(monaco);
export { applyTheme, monaco };
