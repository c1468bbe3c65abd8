import {
  BACKGROUNDS,
  contrastRatio,
  foregroundOn,
  MIN_CONTRAST,
  mixColors,
} from '@/lib/config/color-contrast'

/** The shades of the accent color in one theme. */
export interface AccentShades {
  /** Links, icons and filled buttons. */
  accent: string
  /** A subtle background behind text in the accent color. */
  soft: string
  /** Text on the accent color. */
  onAccent: string
  /** A filled button on hover. */
  hover: string
}

/**
 * The accent color in both themes. The light theme uses it unchanged. No color is readable on both
 * near-white and near-black, so the dark theme uses the closest lighter shade that is.
 */
export function accentPalette(color: string): { light: AccentShades; dark: AccentShades } {
  const dark = shadeFor(color, '#ffffff', (shade) => readable(shade, BACKGROUNDS.dark.hover))
  return {
    light: shades(color, BACKGROUNDS.light.surface),
    dark: shades(dark, BACKGROUNDS.dark.surface),
  }
}

function shades(accent: string, background: string): AccentShades {
  const onAccent = foregroundOn(accent)
  return {
    accent,
    onAccent,
    soft: shadeFor(mixColors(accent, background, 0.84), background, (soft) =>
      readable(accent, soft),
    ),
    // Moves away from the text color, so contrast only increases.
    hover: mixColors(accent, onAccent === '#ffffff' ? '#000000' : '#ffffff', 0.15),
  }
}

const readable = (text: string, background: string) =>
  contrastRatio(text, background) >= MIN_CONTRAST

/** The first color between `from` and `to` that passes `fits`. */
function shadeFor(from: string, to: string, fits: (shade: string) => boolean): string {
  for (let percent = 0; percent < 100; percent += 2) {
    const shade = mixColors(from, to, percent / 100)
    if (fits(shade)) return shade
  }
  return to
}

/**
 * The custom properties of `app/globals.css` that depend on the accent color; empty if none is set.
 */
export function accentStyle(color: string | null): string {
  if (color === null) return ''
  const { light, dark } = accentPalette(color)
  const both = (name: keyof AccentShades) => `light-dark(${light[name]},${dark[name]})`
  return `:root:root{--accent:${both('accent')};--accent-soft:${both('soft')};--ring:${both('accent')};--primary:${both('accent')};--primary-hover:${both('hover')};--on-primary:${both('onAccent')}}`
}
