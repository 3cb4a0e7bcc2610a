/**
 * Which command does what is wanted. Runs in a browser as well.
 *
 * @module @atip/agents/search
 */
export {};
