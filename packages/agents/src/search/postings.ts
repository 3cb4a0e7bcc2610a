import { wordsOf } from './terms.ts';

/**
 * Terms and their holders, with weights.
 *
 * Terms and holders are numbers, and a holder's weights of one term come one after another: they are added up. The
 * memory is three flat arrays, because a list for each term takes four times as long to fill.
 */
export class Postings {
  #size = 0;
  #holders = new Int32Array(1024);
  #weights = new Float32Array(1024);
  /** The entry of the same term before this one, -1 for the first. */
  #before = new Int32Array(1024);
  /** The last entry of each term. */
  readonly #last: number[] = [];
  readonly #counts: number[] = [];

  add(term: number, holder: number, weight: number): void {
    const last = this.#last[term] ?? -1;
    if (last >= 0 && this.#holders[last] === holder) {
      this.#weights[last] = (this.#weights[last] ?? 0) + weight;
      return;
    }
    if (this.#size === this.#holders.length) this.#grow();
    const at = this.#size++;
    this.#holders[at] = holder;
    this.#weights[at] = weight;
    this.#before[at] = last;
    this.#last[term] = at;
    this.#counts[term] = (this.#counts[term] ?? 0) + 1;
  }

  count(term: number): number {
    return this.#counts[term] ?? 0;
  }

  each(term: number, take: (holder: number, weight: number) => void): void {
    for (let at = this.#last[term] ?? -1; at >= 0; at = this.#before[at] ?? -1)
      take(this.#holders[at] ?? 0, this.#weights[at] ?? 0);
  }

  #grow(): void {
    const wider = <Values extends Int32Array | Float32Array>(values: Values, into: Values): Values => {
      into.set(values);
      return into;
    };
    const length = this.#size * 2;
    this.#holders = wider(this.#holders, new Int32Array(length));
    this.#weights = wider(this.#weights, new Float32Array(length));
    this.#before = wider(this.#before, new Int32Array(length));
  }
}

/**
 * Numbers for words, found without making a string of each: ten thousand commands have half a million.
 *
 * Two hashes of 32 bits stand for a word. A collision of both in a list of commands is very unlikely, and would only
 * change the order of results.
 */
export class WordTable {
  /** Index + 1 of a word, by its first hash. */
  #slots = new Int32Array(4096);
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #numbers: number[] = [];
  readonly #numberOf: (word: string) => number;

  /** @param numberOf the number of a new word in lower case */
  constructor(numberOf: (word: string) => number) {
    this.#numberOf = numberOf;
  }

  /** Appends the numbers of a text's words, except `NO_TERM`. */
  read(text: string, into: number[]): void {
    const before = into.length;
    let start = -1;
    let [first, second] = SEEDS;
    for (let at = 0; at <= text.length; at++) {
      let code = at < text.length ? text.charCodeAt(at) : SPACE;
      if (code >= 0x41 && code <= 0x5a) code += 0x20;
      if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) {
        if (start < 0) {
          start = at;
          [first, second] = SEEDS;
        }
        first = Math.imul(first ^ code, 0x01000193);
        second = Math.imul(second ^ code, 0x5bd1e995);
      } else if (code > 0x7f) {
        // Letters of other scripts are rare; a regular expression handles them.
        into.length = before;
        for (const word of wordsOf(text)) this.#push(this.#numberOf(word), into);
        return;
      } else if (start >= 0) {
        this.#push(this.#find(first, second, text, start, at), into);
        start = -1;
      }
    }
  }

  #push(number: number, into: number[]): void {
    if (number !== NO_TERM) into.push(number);
  }

  #find(first: number, second: number, text: string, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = (first ^ (first >>> 15)) & mask;
    for (let index = this.#slots[slot] ?? 0; index > 0; index = this.#slots[slot] ?? 0) {
      if (this.#first[index - 1] === first && this.#second[index - 1] === second)
        return this.#numbers[index - 1] ?? NO_TERM;
      slot = (slot + 1) & mask;
    }
    const number = this.#numberOf(text.slice(start, end).toLowerCase());
    this.#first.push(first);
    this.#second.push(second);
    this.#slots[slot] = this.#numbers.push(number);
    if (this.#numbers.length * 2 > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (const [index, first] of this.#first.entries()) {
      let slot = (first ^ (first >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = index + 1;
    }
  }
}

const SEEDS: readonly [number, number] = [0x811c9dc5, 0x9dc5811c];
const SPACE = 0x20;

/** The number of meaningless words. */
export const NO_TERM = -1;
