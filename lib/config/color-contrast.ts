type Rgb = readonly [red: number, green: number, blue: number]

/**
 * The backgrounds that text appears on, as `app/globals.css` defines them (--canvas, --surface and,
 * in the dark theme, the lightest one: --hover). A test compares the two.
 */
export const BACKGROUNDS = {
  light: { canvas: '#f8f9fa', surface: '#ffffff' },
  dark: { canvas: '#0b0c0f', surface: '#111316', hover: '#23252a' },
} as const

/** The minimum contrast between text and its background (WCAG 2.2, 1.4.3, level AA). */
export const MIN_CONTRAST = 4.5

/** Whether a text is a six-digit hexadecimal color, such as #1d4ed8. */
export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/**
 * The contrast of an accent color as text on a light page, rounded down so that 4.499 does not read
 * as 4.5. A color that is dark enough there is dark enough everywhere: cards are lighter still, and
 * button labels are white or black, whichever is readable.
 */
export function accentContrast(color: string): number {
  return Math.floor(contrastRatio(color, BACKGROUNDS.light.canvas) * 100) / 100
}

/** Why a color cannot be the accent, with the insufficient contrast; null if it can. */
export function accentFault(color: string): string | null {
  const ratio = accentContrast(color)
  if (ratio >= MIN_CONTRAST) return null
  return `has a contrast of ${ratio.toFixed(2)}:1 as text on the page; it needs at least ${MIN_CONTRAST}:1`
}

/** The contrast ratio of two colors (WCAG 2.2), from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two colors: a share of 0 gives `from`, 1 gives `to`. */
export function mixColors(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, i) => Math.round(value + (target[i]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** White or black, whichever is easier to read on the color. One of them always reaches 4.5:1. */
export function foregroundOn(color: string): string {
  return contrastRatio('#ffffff', color) >= contrastRatio('#000000', color) ? '#ffffff' : '#000000'
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => linear(value / 255)) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function channels(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
