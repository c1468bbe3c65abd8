type Rgb = readonly [red: number, green: number, blue: number]

/**
 * The backgrounds that text stands on, as `app/globals.css` defines them (--canvas, --surface and, where the theme is dark,
 * the lightest one: --hover). A test compares the two.
 */
export const BACKGROUNDS = {
  light: { canvas: '#f8f9fa', surface: '#ffffff' },
  dark: { canvas: '#0b0c0f', surface: '#111316', hover: '#23252a' },
} as const

/** The least contrast between text and its background (WCAG 2.2, 1.4.3, level AA). */
export const MIN_CONTRAST = 4.5

/** Why a color cannot be the accent, with the contrast that falls short; null when it can. */
export function accentFault(color: string): string | null {
  const uses: [use: string, text: string, background: string][] = [
    ['as text on the page', color, BACKGROUNDS.light.canvas],
    ['as text on cards', color, BACKGROUNDS.light.surface],
    ['as the background of button labels', foregroundOn(color), color],
  ]
  for (const [use, text, background] of uses) {
    const ratio = contrastRatio(text, background)
    // Rounded down: 4.499 must not read as if it were enough.
    if (ratio < MIN_CONTRAST)
      return `has a contrast of ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1 ${use}; it needs at least ${MIN_CONTRAST}:1`
  }
  return null
}

/** The contrast ratio of two colors (WCAG 2.2), from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The color that many parts of the way from one color to another; 0 is the first, 1 the second. */
export function mixColors(from: string, to: string, share: number): string {
  const target = channels(to)
  const mixed = channels(from).map((value, i) => Math.round(value + (target[i]! - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** White or black, whichever is easier to read on the color: one of them always reaches 4.5:1. */
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
