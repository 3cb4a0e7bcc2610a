import { ENCODINGS } from './encodings.ts';
import { FILES } from './files.ts';
import { type Form, isCovered } from './form.ts';
import { HELD_OUT_FORMS, heldOutOrdinary } from './held-out.ts';
import { ORDINARY } from './ordinary.ts';
import { SPEC_NEGATIVE, SPEC_POSITIVE } from './spec-patterns.ts';
import { VENDOR_KEYS } from './vendor-keys.ts';

/** How much of one list was treated as it should be, and what was not. */
export interface Share {
  readonly what: string;
  readonly right: number;
  readonly of: number;
  readonly wrong: readonly string[];
}

type Redact = (text: string) => string;

/** Holds a filter against every list. */
export function measureRedaction(redact: Redact): Share[] {
  return [
    found('vendor keys, bare', VENDOR_KEYS, redact),
    found('encodings and forms', ENCODINGS, redact),
    found('files and commands', FILES, redact),
    untouched('ordinary outputs left alone', ORDINARY, redact),
    found("the specification's patterns", SPEC_POSITIVE.map(lastWord), redact),
    untouched('the same words in prose left alone', SPEC_NEGATIVE.map(twice), redact),
    found('held out: forms', HELD_OUT_FORMS, redact),
    untouched('held out: ordinary outputs left alone', heldOutOrdinary(), redact),
  ];
}

/** The report as text. */
export function redactionReport(redact: Redact): string {
  return measureRedaction(redact)
    .map(({ what, right, of, wrong }) =>
      [`${what}: ${right} of ${of}`, ...wrong.map((line) => `  - ${line}`)].join('\n'),
    )
    .join('\n');
}

function found(what: string, forms: readonly Form[], redact: Redact): Share {
  const wrong = forms.filter((form) => !isCovered(form, redact(form.text))).map(({ kind }) => kind);
  return { what, right: forms.length - wrong.length, of: forms.length, wrong };
}

function untouched(what: string, texts: readonly (readonly [string, string])[], redact: Redact): Share {
  const wrong = texts.flatMap(([kind, text]) => {
    const after = redact(text).split('\n');
    const changed = after.filter((line) => line.includes('[REDACTED]') && !text.split('\n').includes(line));
    const sample = changed.slice(0, 40).map((line) => line.trim().slice(0, 160));
    return changed.length === 0 ? [] : [`${kind}: ${changed.length} lines: ${sample.join(' ⏎ ')}`];
  });
  return { what, right: texts.length - wrong.length, of: texts.length, wrong };
}

function lastWord(text: string): Form {
  return { kind: text, text, secrets: [text.split(/[ :=]/).at(-1) ?? text] };
}

function twice(text: string): readonly [string, string] {
  return [text, text];
}
