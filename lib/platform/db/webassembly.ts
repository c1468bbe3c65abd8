import { setFlagsFromString } from 'node:v8'

/**
 * When V8 optimizes a function of WebAssembly: PGlite and Prisma's query compiler. At its default
 * (1.8 million in Node.js 20), a third of the processor time of a start went into optimizing. At this
 * value, V8 optimizes only what a busy service uses, which then runs as fast (decision 0041).
 */
export const OPTIMIZE_AT = '--wasm-tiering-budget=400000000'

/** Counts for the WebAssembly that is loaded from now on. */
export function optimizeWebAssemblyLater(): void {
  setFlagsFromString(OPTIMIZE_AT)
}
