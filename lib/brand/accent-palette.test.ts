import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accentPalette, accentStyle } from '@/lib/brand/accent-palette'
import { accentFault, BACKGROUNDS, contrastRatio } from '@/lib/config/color-contrast'

const css = readFileSync('app/globals.css', 'utf8')

/** A token of app/globals.css in both themes, as #rrggbb. */
function token(name: string): { light: string; dark: string } {
  const [, light, dark] = new RegExp(
    `--${name}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`,
  ).exec(css)!
  return { light: srgb(light!), dark: srgb(dark!) }
}

// https://www.w3.org/TR/css-color-4/#color-conversion-code
function srgb(oklch: string): string {
  const [L, C, H] = oklch.split(' ').map(Number) as [number, number, number]
  const a = C * Math.cos((H * Math.PI) / 180)
  const b = C * Math.sin((H * Math.PI) / 180)
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
  const hex = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255).toString(16)
  return `#${channels.map((value) => hex(value).padStart(2, '0')).join('')}`
}

describe('contrast ratios', () => {
  it('match WCAG', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBe(21)
    expect(contrastRatio('#ffffff', '#ffffff')).toBe(1)
    expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(contrastRatio('#ff0000', '#ffffff')).toBeCloseTo(4.0, 2)
  })

  it('are checked against the backgrounds that the pages use', () => {
    const { canvas, surface, hover } = {
      canvas: token('canvas'),
      surface: token('surface'),
      hover: token('hover'),
    }
    expect(BACKGROUNDS).toEqual({
      light: { canvas: canvas.light, surface: surface.light },
      dark: { canvas: canvas.dark, surface: surface.dark, hover: hover.dark },
    })
  })
})

describe('the borders of form controls', () => {
  it('stand out from both of their sides in both themes (WCAG 2.2, 1.4.11)', () => {
    const line = token('control-line')
    for (const side of ['canvas', 'surface', 'raised'].map(token))
      for (const theme of ['light', 'dark'] as const)
        expect(contrastRatio(line[theme], side[theme])).toBeGreaterThanOrEqual(3)
  })
})

const STEPS = ['00', '20', '40', '60', '80', 'a0', 'c0', 'e0', 'ff']
const COLORS = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`)))
const accepted = COLORS.filter((color) => accentFault(color) === null)

describe('an accepted accent color', () => {
  it('is one of many, but not any color', () => {
    expect(accepted.length).toBeGreaterThan(100)
    expect(accepted.length).toBeLessThan(COLORS.length - 100)
  })

  it('is readable in both themes: as text, behind text, and on hover', () => {
    for (const color of accepted) {
      const { light, dark } = accentPalette(color)
      expect(light.accent).toBe(color)
      for (const [shades, backgrounds] of [
        [light, BACKGROUNDS.light],
        [dark, BACKGROUNDS.dark],
      ] as const) {
        const { accent, onAccent, soft, hover } = shades
        for (const background of [...Object.values(backgrounds), soft])
          expect([color, contrastRatio(accent, background) >= 4.5]).toEqual([color, true])
        for (const background of [accent, hover])
          expect([color, contrastRatio(onAccent, background) >= 4.5]).toEqual([color, true])
      }
    }
  })

  it('replaces tokens that exist in the style sheet, and none when it is not set', () => {
    const names = [...accentStyle('#1d4ed8').matchAll(/(--[\w-]+):/g)].map(([, name]) => name)
    expect(names.length).toBe(6)
    for (const name of names) expect(css).toContain(`  ${name}: light-dark(`)
    expect(accentStyle(null)).toBe('')
  })
})
