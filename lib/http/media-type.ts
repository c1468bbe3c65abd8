/** The media type of a Content-Type header (RFC 9110 §8.3) in lower case; null when it names a charset other than UTF-8. */
export function mediaTypeOf(contentType: string): string | null {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset) ? type.trim() : null
}
