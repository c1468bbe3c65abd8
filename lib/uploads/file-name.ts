import { MAX_NAME_LENGTH } from '@/lib/uploads/upload-limits'

/**
 * The name of a file as it is kept and shown: the last part of a path, without control and formatting characters, which could make a name
 * look like another. Null when nothing is left. It is never used as a path.
 */
export function cleanFileName(name: string | null): string | null {
  const last = (name ?? '').split(/[/\\]/).at(-1)!
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '').trim()
  const cut = [...clean].slice(0, MAX_NAME_LENGTH).join('')
  return cut === '' || cut === '.' || cut === '..' ? null : cut
}

/** A Content-Disposition header (RFC 6266) with the name in ASCII and, where that loses something, in UTF-8. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string | null): string {
  if (name === null) return kind
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}
