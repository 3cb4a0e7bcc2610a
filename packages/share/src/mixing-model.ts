import { FARTHEST, FINENESS, type Logistic, logisticTables, MIDDLE } from './logistic.ts';
import { LONGEST, MatchFinder } from './match-finder.ts';
import { CONTEXTS, MixingContexts, PLACES } from './mixing-contexts.ts';

/** Slots of a context, as a power of two: 8 contexts take 4 MiB. */
const SLOT_BITS = 17;
const SLOT_MASK: number = (1 << SLOT_BITS) - 1;
/** What a slot has seen is counted up to here; then its opinion follows a thirtieth of each bit, and old ones fade. */
const MOST_SEEN = 30;
/** How far a slot's opinion moves to its next bit, by how many it has seen. */
const STEP: Float64Array = Float64Array.from({ length: MOST_SEEN + 1 }, (_, seen) => 1 / (seen + 1.1));

/** Opinions that are weighed: one per context, the match's, and one that never changes. */
const INPUTS: number = CONTEXTS + 2;
/** Three sets of weights, by the bits of the byte so far, by the match's length and the bit's number, and by the place. */
const SETS = 3;
const FIRST_OF_MATCH = 256;
const FIRST_OF_PLACE: number = FIRST_OF_MATCH + 16 * 8;
const ROWS: number = FIRST_OF_PLACE + PLACES;
const FIRST_WEIGHT = 0.2;
const LEARNING = 0.02;

/**
 * Foretells bytes bit by bit. Several contexts each keep how often a one followed; the forecast is a weighted sum of their
 * opinions in the logistic domain, and the weights follow whoever was right.
 *
 * Whoever reads builds the same model from the bytes read so far, so nothing of it is sent. That takes the same numbers on every
 * engine: here are integers and `+ - * /` on doubles, which ECMAScript defines to the last bit, and no function of `Math` that
 * an engine may round in its own way. To change any number here is to make links unreadable.
 *
 * @see https://mattmahoney.net/dc/dce.html#Section_432
 */
export class MixingModel {
  /** Each 16 bits of probability, 6 of bits seen, 10 that tell its context from another's. */
  readonly #slots = new Uint32Array(CONTEXTS << SLOT_BITS);
  readonly #chosen = new Int32Array(CONTEXTS);
  readonly #inputs = new Float64Array(INPUTS);
  readonly #weights: Float64Array = new Float64Array(ROWS * INPUTS).fill(FIRST_WEIGHT);
  readonly #rows = new Int32Array(SETS);
  readonly #forecasts = new Float64Array(SETS);
  /** How often a match of each length was right. */
  readonly #trust: Float64Array = new Float64Array(LONGEST + 1).fill(0.75);
  readonly #tables: Logistic = logisticTables();
  readonly #contexts = new MixingContexts();
  readonly #match: MatchFinder;
  readonly #bytes: Uint8Array;
  #length = 0;
  /** The bits of the present byte behind a one. */
  #partial = 1;
  #bitNumber = 0;
  /** The length of the match that foretells this bit, and its bit; 0: none does. */
  #matched = 0;
  #matchBit = 0;

  /** @param capacity how many bytes it will see at most. */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
    this.#match = new MatchFinder(this.#bytes);
  }

  /** How probable it is that the next bit is one, in 65,536ths: 1 to 65,535. */
  probability(): number {
    this.#ask();
    this.#askMatch();
    this.#rows[0] = this.#partial * INPUTS;
    this.#rows[1] = (FIRST_OF_MATCH + Math.min(15, this.#match.length) * 8 + this.#bitNumber) * INPUTS;
    this.#rows[2] = (FIRST_OF_PLACE + this.#contexts.place) * INPUTS;
    let sum = 0;
    for (let set = 0; set < SETS; set += 1) {
      const opinion = this.#weigh(this.#rows[set] ?? 0);
      this.#forecasts[set] = this.#squash(opinion);
      sum += opinion;
    }
    const probability = Math.trunc(this.#squash(sum / SETS) * 65536);
    return Math.min(65535, Math.max(1, probability));
  }

  /** Learns what the bit was that `probability` has been asked for. */
  update(bit: number): void {
    this.#learnWeights(bit);
    this.#learnSlots(bit);
    if (this.#matched > 0) {
      const hit = bit === this.#matchBit;
      const trust = this.#trust[this.#matched] ?? 0;
      this.#trust[this.#matched] = trust + ((hit ? 1 : 0) - trust) * 0.02;
      if (!hit) this.#match.length = 0;
    }
    this.#partial = this.#partial * 2 + bit;
    this.#bitNumber += 1;
    if (this.#bitNumber === 8) this.#endByte(this.#partial & 0xff);
  }

  #endByte(byte: number): void {
    this.#bytes[this.#length] = byte;
    this.#length += 1;
    this.#partial = 1;
    this.#bitNumber = 0;
    this.#contexts.see(byte);
    this.#match.move(this.#length);
  }

  /** What each context has to say; one that was never here before says nothing. */
  #ask(): void {
    const hashes = this.#contexts.hashes;
    const salt = Math.imul(this.#partial, 0x9e3779b1);
    for (let context = 0; context < CONTEXTS; context += 1) {
      let key = Math.imul((hashes[context] ?? 0) + salt, 0x85ebca6b);
      key ^= key >>> 15;
      const index = (key & SLOT_MASK) | (context << SLOT_BITS);
      const check = key >>> 22;
      let slot = this.#slots[index] ?? 0;
      if ((slot & 1023) !== check) {
        slot = check;
        this.#slots[index] = slot;
      }
      this.#chosen[context] = index;
      this.#inputs[context] = slot >>> 10 === 0 ? 0 : (this.#tables.stretch[slot >>> 20] ?? 0);
    }
    this.#inputs[CONTEXTS + 1] = 0.4;
  }

  #askMatch(): void {
    const expected = this.#match.expected | 0x100;
    if (this.#match.length === 0 || expected >>> (8 - this.#bitNumber) !== this.#partial) {
      this.#matched = 0;
      this.#inputs[CONTEXTS] = 0;
      return;
    }
    this.#matched = this.#match.length;
    this.#matchBit = (expected >>> (7 - this.#bitNumber)) & 1;
    const opinion = this.#tables.stretch[Math.trunc((this.#trust[this.#matched] ?? 0) * 4095)] ?? 0;
    this.#inputs[CONTEXTS] = this.#matchBit === 1 ? opinion : -opinion;
  }

  #weigh(row: number): number {
    let sum = 0;
    for (let input = 0; input < INPUTS; input += 1) {
      sum += (this.#weights[row + input] ?? 0) * (this.#inputs[input] ?? 0);
    }
    return Math.min(11, Math.max(-11, sum));
  }

  #squash(x: number): number {
    const held = Math.min(FARTHEST, Math.max(-FARTHEST, x));
    return this.#tables.squash[Math.trunc(held * FINENESS + MIDDLE)] ?? 0;
  }

  #learnWeights(bit: number): void {
    for (let set = 0; set < SETS; set += 1) {
      const change = (bit - (this.#forecasts[set] ?? 0)) * LEARNING;
      const row = this.#rows[set] ?? 0;
      for (let input = 0; input < INPUTS; input += 1) {
        this.#weights[row + input] = (this.#weights[row + input] ?? 0) + change * (this.#inputs[input] ?? 0);
      }
    }
  }

  #learnSlots(bit: number): void {
    const target = bit === 1 ? 65535 : 0;
    for (let context = 0; context < CONTEXTS; context += 1) {
      const index = this.#chosen[context] ?? 0;
      const slot = this.#slots[index] ?? 0;
      const seen = (slot >>> 10) & 63;
      const before = seen === 0 ? 32768 : slot >>> 16;
      const after = Math.trunc(before + (target - before) * (STEP[seen] ?? 0));
      this.#slots[index] = (after << 16) | (Math.min(MOST_SEEN, seen + 1) << 10) | (slot & 1023);
    }
  }
}
