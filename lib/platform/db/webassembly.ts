import { setFlagsFromString } from 'node:v8'

/**
 * How much a WebAssembly function of PGlite or Prisma's query compiler runs before V8 optimizes it.
 * With the default (1.8 million in Node.js 20), optimizing took a quarter (PostgreSQL) or 40%
 * (embedded) of the processor time of a start. With this value, V8 optimizes only what a busy
 * service uses, which then runs as fast (decision 0041).
 */
export const OPTIMIZE_AT = '--wasm-tiering-budget=400000000'

/** Applies to WebAssembly that is loaded afterwards. */
export function optimizeWebAssemblyLater(): void {
  setFlagsFromString(OPTIMIZE_AT)
}
