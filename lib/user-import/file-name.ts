import { cutText } from '@/lib/platform/cut-text'
import { lineField, toOneLine } from '@/lib/platform/text-fields'

/** The longest name that common file systems allow. */
const MAX_LENGTH = 255
/** What a browser may send for it, with folders. */
const MAX_SENT = 1000

/** The name of a file as a client of the API states it. */
export const fileNameField = lineField(MAX_LENGTH)

/**
 * The name of a file as a browser sends it: without folders, no longer than `MAX_LENGTH`, and without characters that break a line or turn its
 * direction. Null when nothing is left; a name is no reason to refuse a file.
 */
export function shownFileName(sent: string): string | null {
  const base = sent.slice(-MAX_SENT).split(/[\\/]/).at(-1)!
  const name = fileNameField.safeParse(cutText(toOneLine(base), MAX_LENGTH))
  return name.success ? name.data : null
}
