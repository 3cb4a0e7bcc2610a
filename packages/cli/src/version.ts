/** Of this package; a test holds it against package.json. */
export const VERSION: string = '0.1.0';
