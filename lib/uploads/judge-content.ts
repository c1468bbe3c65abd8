import { refuse, type Outcome } from '@/lib/platform/problems'
import type { UploadType } from '@/lib/uploads/upload-limits'

/** Other names that clients give to a type. */
const ALIASES: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg' }
/** How far from the end of a PDF its end mark may stand. */
const PDF_TAIL = 2048

/**
 * What a file is, judged by its bytes. Its name does not count, and what was declared only in so far as it has to agree. Text has no
 * signature: it is text only when declared as text, and harmless. Refuses `unsupported_media_type`.
 */
export function judgeContent(bytes: Buffer, declared: string): Outcome<{ type: UploadType }> {
  const asked = ALIASES[declared] ?? declared
  const signed = signedType(bytes)
  if (signed !== null && signed !== asked)
    return refuse('unsupported_media_type', {
      detail: 'The content of the file doesn’t match its declared type.',
    })
  if (signed === 'application/pdf' && !bytes.subarray(-PDF_TAIL).includes('%%EOF'))
    return refuse('unsupported_media_type', { detail: 'The PDF is incomplete.' })
  if (signed !== null) return { ok: true, type: signed }
  if (asked === 'text/plain' && isPlainText(bytes)) return { ok: true, type: 'text/plain' }
  return refuse('unsupported_media_type', {
    detail: 'Send a JPEG, PNG or WebP image, a PDF, or plain text in UTF-8.',
  })
}

function signedType(bytes: Buffer): Exclude<UploadType, 'text/plain'> | null {
  const at = (offset: number, text: string) => bytes.toString('latin1', offset, offset + text.length) === text
  if (at(0, '\xff\xd8\xff')) return 'image/jpeg'
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp'
  return at(0, '%PDF-') ? 'application/pdf' : null
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Valid UTF-8 without control characters but tab and line ends, that does not begin like a document of markup. */
function isPlainText(bytes: Buffer): boolean {
  try {
    const text = strictUtf8.decode(bytes)
    return !/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text) && !text.trimStart().startsWith('<')
  } catch {
    return false
  }
}
