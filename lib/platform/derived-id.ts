import { createHash } from 'node:crypto'
import { v7 } from 'uuid'

/** The one UUIDv7 of this instant and these parts: whoever makes it again makes the same, so that a repeated insert is told. */
export function derivedId(at: Date, ...parts: string[]): string {
  const random = createHash('sha256').update(parts.join('\0')).digest().subarray(0, 16)
  return v7({ msecs: at.getTime(), random })
}
