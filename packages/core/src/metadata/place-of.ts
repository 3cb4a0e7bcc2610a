import { getOwn } from '../json/own-property.ts';
import { SCHEMA_TABLE, type SchemaPlace } from './generated/schema-table.ts';

/** Where in the schema a value of a document belongs. */
export interface Place extends SchemaPlace {
  /** Name of the place, such as `"option"`; `""` where the schema says nothing. */
  readonly name: string;
  /** Section of the RFC; `""` when it is silent. */
  readonly section: string;
}

/** Finds the schema's place for the value that pointer tokens lead to. */
export function placeOf(tokens: readonly string[]): Place {
  let name = 'tool';
  let section = '';
  let facts: SchemaPlace = {};
  for (let depth = 0; ; depth += 1) {
    facts = SCHEMA_TABLE[name] ?? {};
    section = facts.section ?? section;
    const token = tokens[depth];
    if (token === undefined) {
      return { ...facts, name, section };
    }
    const field = facts.fields && getOwn(facts.fields, token);
    name = typeof field === 'string' ? field : (facts.each ?? '');
  }
}
