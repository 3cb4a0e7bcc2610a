import type { OclifCode } from './oclif-losses.ts';

/** What a template can name that is known. */
export interface TemplateValues {
  readonly bin: string;
  /** As it is typed. */
  readonly id: string;
}

/** Puts the name of the program and of the command where a text has a template for them, and takes the other templates out. */
export function fillTemplates(text: string, { bin, id }: TemplateValues, lose: (code: OclifCode) => void): string {
  if (!text.includes('<%')) return text;
  const filled = text.replace(/<%[-=_]?([^%<>]{0,200})%>/g, (_all, inner: string) => {
    const name = inner.trim();
    if (name === 'config.bin' && bin !== '') return bin;
    if (name === 'command.id') return id;
    lose('import-lost-template');
    return '';
  });
  return filled.replace(/[ \t]{2,20}/g, ' ').trim();
}
