/** The types of yargs come as a package of their own, of version 17. */
declare module 'yargs17' {
  export { default } from 'yargs';
}
