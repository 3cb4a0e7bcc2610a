/**
 * JSON escapes the controls of ASCII by itself; these it leaves as they are. The one after a pictograph that asks for its coloured
 * drawing, as in our safety flags, hides nothing.
 */
const UNSEEN = /(?![\n ]|(?<=\p{Extended_Pictographic})\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Writes a value as JSON that is safe to print: what a terminal acts on, or nobody sees, is escaped as JSON has it.
 *
 * @param indent Absent: 2 spaces for each level; 0 for one line.
 */
export function toJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(UNSEEN, escapeUnits);
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
