/** The maximum size of a frame or polled body, in bytes. */
export const MAX_FRAME_BYTES = 65_536

/**
 * Clients have almost nothing to send: more than this per second is a flood, control frames
 * included.
 */
const MESSAGES_PER_SECOND = 50
const MAX_DEPTH = 20

/** Limits how many messages one client may send in a second. */
export class MessageRate {
  #second = 0
  #count = 0

  /** Counts one message; false when there are too many. `at`: milliseconds of a monotonic clock. */
  admits(at: number): boolean {
    const second = Math.floor(at / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    return ++this.#count <= MESSAGES_PER_SECOND
  }
}

/**
 * Whether JSON (or text that contains JSON) nests deeper than any valid message. Strings are
 * skipped.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (quoted) {
      if (code === 92 /* \ */) i++
      else if (code === 34 /* " */) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 91 /* [ */ || code === 123 /* { */) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === 93 /* ] */ || code === 125 /* } */) depth--
  }
  return false
}
