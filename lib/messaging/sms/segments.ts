/** The basic GSM 03.38 character set: one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** The extension table: each character is preceded by an escape and takes two septets. */
const EXTENSION = new Set('\f^{}\\[~]|€')

const SINGLE = { gsm7: 160, ucs2: 70 } as const
/** Units per segment of a multi-part message; its header takes the rest. */
const PART = { gsm7: 153, ucs2: 67 } as const

/**
 * How a text is transmitted: alphabet, units in that alphabet, and segments. Each segment is
 * charged as a message.
 */
export interface TextSize {
  encoding: 'gsm7' | 'ucs2'
  /** Septets in GSM-7, 16-bit units in UCS-2. */
  units: number
  segments: number
  /** Units left before another segment is needed. */
  unitsLeft: number
}

/** Measures a text. A single character outside the GSM alphabet turns the whole text into UCS-2. */
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
 * Characters are never split: an escape and its character, or a surrogate pair, move to the next
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
