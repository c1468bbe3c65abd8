/**
 * Whether text may hold a card number: twelve or more digits in a row, of any script, whatever spaces, dashes and invisible characters are
 * between them. Such text is neither stored nor passed on.
 */
export function holdsCardNumber(text: string): boolean {
  const joined = text.normalize('NFKC').replace(/[\s\p{Z}\p{Pd}\p{Cf}\u2212]/gu, '')
  return /\p{Nd}{12}/u.test(joined)
}
