/** The basic set of GSM 03.38: one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension table: an escape goes before each, so that they take two septets. */
const EXTENSION = new Set('\f^{}\\[~]|€')

const SINGLE = { gsm7: 160, ucs2: 70 } as const
/** What is left of a segment of several: the rest says which it is. */
const PART = { gsm7: 153, ucs2: 67 } as const

/**
 * How a text travels: in which alphabet, how many units it takes there, and in how many segments;
 * each is charged as a message.
 */
export interface TextSize {
  encoding: 'gsm7' | 'ucs2'
  /** Septets in GSM-7, 16-bit units in UCS-2. */
  units: number
  segments: number
  /** How many units one more segment would not be needed for. */
  unitsLeft: number
}

/** Measures a text. One character outside the GSM alphabet makes the whole of it UCS-2. */
export function measureText(text: string): TextSize {
  const sizes = [...text].map((char) => (BASIC.has(char) ? 1 : EXTENSION.has(char) ? 2 : 0))
  const encoding = sizes.includes(0) ? 'ucs2' : 'gsm7'
  const characters = encoding === 'gsm7' ? sizes : [...text].map((char) => char.length)
  const units = characters.reduce((sum, size) => sum + size, 0)
  if (units <= SINGLE[encoding])
    return { encoding, units, segments: units === 0 ? 0 : 1, unitsLeft: SINGLE[encoding] - units }
  const { segments, used } = fill(characters, PART[encoding])
  return { encoding, units, segments, unitsLeft: PART[encoding] - used }
}

/**
 * A character is never cut: an escape and what it escapes, or a surrogate pair, go to the next
 * segment together.
 */
function fill(characters: readonly number[], size: number): { segments: number; used: number } {
  let segments = 1
  let used = 0
  for (const character of characters) {
    if (used + character > size) {
      segments += 1
      used = 0
    }
    used += character
  }
  return { segments, used }
}
