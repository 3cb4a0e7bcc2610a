import { itemAt } from './item-at.ts';

/** What of a character counts: its low five bits, in which a letter's case does not show; nothing beyond ASCII. */
export function lowBits(code: number): number {
  return code < 128 ? code & 31 : 0;
}

/** A bit for what {@link lowBits} leaves out: whether a character is a control, a sign or digit, an upper or a lower case one. */
export function rowBit(code: number): number {
  return code < 128 ? 1 << (code >> 5) : 1;
}

/** Three characters as one number below 2 ** 15, by the low bits of each. */
export function triple(first: number, second: number, third: number): number {
  return (first << 10) | (second << 5) | third;
}

/** How often characters with these low bits (from 0: space, a, b, …) stand in ordinary output, in steps of five thousandths. */
const FREQUENCY: readonly number[] = [...'t7a55d34385288be84cab53333361201'].map(
  (digit) => Number.parseInt(digit, 36) * 5,
);
/** Three characters that are more frequent than each of them suggests, one after the other. */
const FREQUENT_TRIPLES =
  'ionootroocomtiotheodeingverconandonsnodrprlibt rnpmentageectesoprotermmmersttpntsrmmhttmrmforpenlicileopeintlesoliessresoreocofilestosermxnteatestaxrmallstrncoatictisiomodithacknstommosrtritpslognsepaculeortn rtedserainporiceerbenabosodutescheensprvcordulamepruernmenkagckawmroutomoencoopplenaireamplparthoblbndeoolonetyprsiomprboexaeckapichk';
const FREQUENT: ReadonlySet<number> = new Set(
  Array.from(FREQUENT_TRIPLES.matchAll(/.../g), ([letters]) => {
    return Array.from(letters).reduce((number, letter) => (number << 5) | (letter.charCodeAt(0) & 31), 0);
  }),
);

/** How often a triple stands in ordinary output, about, in thousandths. */
export function tripleFrequency(number: number): number {
  const lows = [number >> 10, (number >> 5) & 31, number & 31];
  return FREQUENT.has(number) ? 1.2 : lows.reduce((product, low) => product * itemAt(FREQUENCY, low), 1e-6);
}
