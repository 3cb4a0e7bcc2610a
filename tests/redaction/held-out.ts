import type { Form } from './form.ts';

/** Filled after the rules were written. */
export const HELD_OUT_FORMS: readonly Form[] = [];
export const HELD_OUT_ORDINARY: readonly (readonly [kind: string, text: string])[] = [];
