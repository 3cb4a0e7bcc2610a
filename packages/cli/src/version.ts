/** Of this package; a test compares it with package.json. */
export const VERSION: string = '0.1.0';
