/**
 * Whether text may contain a card number: twelve or more digits of any script, ignoring spaces,
 * dashes, combining marks and invisible characters between them. Such text is neither stored nor
 * forwarded.
 */
export function containsCardNumber(text: string): boolean {
  const joined = normalized(text).replace(/[\s\p{Z}\p{Pd}\p{Cf}\p{M}\u2212]/gu, '')
  return /\p{Nd}{12}/u.test(joined)
}

/** Each start of 14 to 19 digits, with at most one space or dash between two of them. */
const CANDIDATES = /(?<![\p{L}\p{Nd}])(?=(\d(?:[\s\p{Pd}]?\d){13,18})(?![\p{L}\p{Nd}]))/gu
/** The first digits that card networks use. */
const ISSUERS = /^(?:2[2-7]|[3-6])/

/**
 * Whether an address contains a card number, also percent-encoded. Other long numbers are common
 * there, such as times and the digits of a UUID, so the number must be one that a card can have.
 */
export function urlContainsCardNumber(address: string): boolean {
  const candidates = normalized(decoded(address)).matchAll(CANDIDATES)
  return [...candidates].some(([, digits]) => isCardNumber(digits!.replace(/\D/g, '')))
}

/** Without combining marks: the time to normalize a run of them grows with its square. */
const normalized = (text: string) => text.replace(/\p{M}/gu, '').normalize('NFKC')

function decoded(address: string): string {
  return address.replaceAll('+', ' ').replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

/** Whether the check digit is right (ISO/IEC 7812-1, the Luhn algorithm). */
function isCardNumber(number: string): boolean {
  if (!ISSUERS.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
