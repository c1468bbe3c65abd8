import type { ByteRange } from '@/lib/uploads/storage/storage'

/**
 * The one range that a Range header asks for (RFC 9110 §14.2); null where the whole is sent: there is no header, it cannot be read, or
 * asks for several ranges.
 */
export function readRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (!match) return null
  const [, from = '', to = ''] = match
  if (from === '') {
    if (to === '') return null
    const length = Number(to)
    return length === 0 ? 'unsatisfiable' : { first: Math.max(0, size - length), last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}
