import { MAX_FORM_PARTS } from '@/lib/http/form-fields'

/**
 * A multipart type with nothing but its boundary, as every browser sends it. Parsers disagree on
 * which boundary counts in any other, so the parts could not be counted.
 */
const FORM_TYPE = /^multipart\/form-data; *boundary=("?)([\w'()+./:=?-]{1,70})\1$/i

/**
 * Parses the form of a post to a page; null if it can't be decoded or has too many parts. The parts
 * are counted first: a few bytes each become objects here, in Next, and in React.
 */
export async function readForm(type: string | undefined, body: Buffer): Promise<FormData | null> {
  const boundary = FORM_TYPE.exec(type ?? '')?.[2]
  if (boundary === undefined || hasTooManyParts(body, boundary)) return null
  try {
    return await new Response(new Uint8Array(body), {
      headers: { 'content-type': type! },
    }).formData()
  } catch {
    return null
  }
}

function hasTooManyParts(body: Buffer, boundary: string): boolean {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  // The last delimiter closes the form.
  let left = MAX_FORM_PARTS + 1
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + 1))
    if (left-- === 0) return true
  return false
}
