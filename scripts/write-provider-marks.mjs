// Writes components/external/generated/provider-marks.ts: the marks that the catalog of sign-in
// providers names. Those from `logos` have their own colors, which must be visible on light and dark
// backgrounds; those from `simple-icons` have the text color. Only plain paths and colors are
// copied, so that no markup of the packages is ever ours.
import { buildSync } from 'esbuild'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'
import { writeIfChanged } from './write-if-changed.mjs'

const target = join(root, 'components/external/generated/provider-marks.ts')
const require = createRequire(import.meta.url)

/** More detail is invisible at 18 pixels, and is sent with every sign-in page. */
const MAX_CHARACTERS = 3000
/** Wider or taller ones are words, or parts of them. */
const MAX_RATIO = 1.45
/**
 * The relative luminance below which a color is invisible on a dark background (contrast 2.6:1),
 * and the spread below which it is a gray.
 */
const TOO_DARK = 0.12
const GRAY = 24

export async function writeProviderMarks() {
  const marks = Object.entries(await readCatalog()).flatMap(([id, { mark }]) =>
    mark === null ? [] : [`  ${JSON.stringify(id)}: ${JSON.stringify(drawMark(mark))},`],
  )
  const text = [
    '// Written by scripts/write-provider-marks.mjs from lib/config/providers/catalog.ts and the icon sets (both CC0)',
    '/** One filled path; without a color it has that of the text. */',
    'interface MarkPath { d: string; fill?: string }',
    '',
    'export const providerMarks: Readonly<Record<string, { viewBox: string; paths: readonly MarkPath[] }>> = {',
    ...marks,
    '}',
    '',
  ].join('\n')
  writeIfChanged(target, text)
}

async function readCatalog() {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'lib/config/providers/catalog.ts')],
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  })
  const source = Buffer.from(outputFiles[0].contents).toString('base64')
  return (await import(`data:text/javascript;base64,${source}`)).CATALOG
}

/** The paths of a mark such as `logos:google-icon`. Throws if a button could not show it. */
function drawMark(mark) {
  const [set, name] = mark.split(':')
  const icons = require(`@iconify-json/${set}/icons.json`)
  if (!icons.icons[name]) throw new Error(`there is no icon ${mark}`)
  const drawn = set === 'logos' ? coloredMark(icons, name) : plainMark(icons, name)
  if (!drawn) throw new Error(`${mark} is not legible in a button; use another icon, or null`)
  return drawn
}

function plainMark(set, name) {
  const icon = set.icons[name]
  const paths = icon && readPaths(icon.body, {})
  return paths
    ? { viewBox: viewBoxOf(set, icon), paths: paths.map(({ d }) => ({ d: rounded(d, 2) })) }
    : null
}

function coloredMark(set, name) {
  const icon = set.icons[name]
  if (!icon || icon.body.length > MAX_CHARACTERS) return null
  const [width, height] = sizeOf(set, icon)
  if (Math.max(width / height, height / width) > MAX_RATIO) return null
  const [, gradients, body] = /^(?:<defs>(.*?)<\/defs>)?(.*)$/s.exec(icon.body)
  const paths = readPaths(body, flatten(gradients ?? ''))?.map(({ d, fill }) => ({
    d: rounded(d, width > 100 ? 1 : 2),
    fill: visible(fill),
  }))
  if (!paths || paths.some(({ fill }) => fill === null)) return null
  // White on top of the text color would be white on white in dark mode.
  const inked = paths.some(({ fill }) => fill === undefined)
  if (inked && paths.some(({ fill }) => fill === '#ffffff')) return null
  return { viewBox: viewBoxOf(set, icon), paths }
}

/** The paths of an icon that consists only of paths; null for any other. */
function readPaths(body, gradients) {
  const elements = [...body.matchAll(/<path ([^>]*)\/>/g)]
  if (elements.map(([whole]) => whole).join('') !== body) return null
  const paths = elements.map(([, written]) => {
    const { d, fill, ...others } = Object.fromEntries(
      [...written.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    return Object.keys(others).length > 0 || !/^[\d\s.,mzlhvcsqta-]+$/i.test(d ?? '')
      ? null
      : { d, fill: gradients[fill] ?? fill }
  })
  return paths.includes(null) ? null : paths
}

/**
 * A path without invisible decimals. Arcs stay: their flags need no space between them and the next
 * number.
 */
function rounded(d, decimals) {
  return d.replace(/([b-z])([^a-z]*)/gi, (_, command, numbers) => {
    const short = (numbers.match(/-?(\d*\.\d+|\d+)/g) ?? []).map((number) =>
      String(+(+number).toFixed(decimals)),
    )
    return command + short.join(' ').replaceAll(' -', '-').replace(/\b0\./g, '.')
  })
}

/** One color per gradient: the one in its middle. */
function flatten(defs) {
  const found = [...defs.matchAll(/<linearGradient id="([^"]+)".*?<\/linearGradient>/gs)]
  return Object.fromEntries(
    found.map(([whole, id]) => {
      const stops = [...whole.matchAll(/stop-color="([^"]+)"/g)].map(([, color]) => color)
      return [`url(#${id})`, stops[Math.floor(stops.length / 2)]]
    }),
  )
}

/**
 * A color as `#rrggbb`, undefined for the text color (blacks), null if it is invisible on a dark
 * background or not a color.
 */
function visible(fill = '#000000') {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(fill)?.[1].toLowerCase()
  if (hex === undefined) return null
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  const rgb = [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16))
  const [red, green, blue] = rgb.map((value) => (value / 255) ** 2.2)
  if (0.2126 * red + 0.7152 * green + 0.0722 * blue > TOO_DARK) return `#${full}`
  return Math.max(...rgb) - Math.min(...rgb) < GRAY ? undefined : null
}

const sizeOf = (set, icon) => [icon.width ?? set.width ?? 16, icon.height ?? set.height ?? 16]
const viewBoxOf = (set, icon) => `0 0 ${sizeOf(set, icon).join(' ')}`
