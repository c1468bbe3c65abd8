// Writes components/external/generated/provider-marks.ts: the marks that the catalog of sign-in
// providers names. Those from `logos` have their own colors, which must be visible on light and
// dark backgrounds; those from `simple-icons` have the text color. Only plain paths and colors are
// copied, so that no markup of the packages is ever ours.
import { buildSync } from 'esbuild'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'
import { writeIfChanged } from './write-if-changed.mjs'

/**
 * An icon set of Iconify, and one of its icons.
 * @typedef {{ body: string; width?: number; height?: number }} Icon
 * @typedef {{ icons: Record<string, Icon>; width?: number; height?: number }} IconSet
 */
/**
 * A path of a mark; without a color, the text's.
 * @typedef {{ d: string; fill?: string }} MarkPath
 */
/** @typedef {{ viewBox: string; paths: MarkPath[] }} Mark */

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

/** @returns {Promise<Record<string, { mark: string | null }>>} */
async function readCatalog() {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'lib/config/providers/catalog.ts')],
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  })
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return (await import(`data:text/javascript;base64,${source}`)).CATALOG
}

/**
 * The paths of a mark such as `logos:google-icon`. Throws if a button could not show it.
 * @param {string} mark
 */
function drawMark(mark) {
  const [set, name = ''] = mark.split(':')
  /** @type {IconSet} */
  const icons = require(`@iconify-json/${set}/icons.json`)
  const icon = icons.icons[name]
  if (!icon) throw new Error(`there is no icon ${mark}`)
  const drawn = set === 'logos' ? coloredMark(icons, icon) : plainMark(icons, icon)
  if (!drawn) throw new Error(`${mark} is not legible in a button; use another icon, or null`)
  return drawn
}

/**
 * @param {IconSet} set
 * @param {Icon} icon
 * @returns {Mark | null}
 */
function plainMark(set, icon) {
  const paths = readPaths(icon.body, {})
  return paths
    ? { viewBox: viewBoxOf(set, icon), paths: paths.map(({ d }) => ({ d: rounded(d, 2) })) }
    : null
}

/**
 * @param {IconSet} set
 * @param {Icon} icon
 * @returns {Mark | null}
 */
function coloredMark(set, icon) {
  if (icon.body.length > MAX_CHARACTERS) return null
  const [width, height] = sizeOf(set, icon)
  if (Math.max(width / height, height / width) > MAX_RATIO) return null
  const [, gradients = '', body = ''] = /^(?:<defs>(.*?)<\/defs>)?(.*)$/s.exec(icon.body) ?? []
  const drawn = readPaths(body, flatten(gradients))
  if (!drawn) return null
  /** @type {MarkPath[]} */
  const paths = []
  for (const { d, fill: written } of drawn) {
    const fill = visible(written)
    if (fill === null) return null
    paths.push({ d: rounded(d, width > 100 ? 1 : 2), fill })
  }
  // White on top of the text color would be white on white in dark mode.
  const inked = paths.some(({ fill }) => fill === undefined)
  if (inked && paths.some(({ fill }) => fill === '#ffffff')) return null
  return { viewBox: viewBoxOf(set, icon), paths }
}

/**
 * The paths of an icon that consists only of paths; null for any other.
 * @param {string} body
 * @param {Record<string, string | undefined>} gradients
 */
function readPaths(body, gradients) {
  const elements = [...body.matchAll(/<path ([^>]*)\/>/g)]
  if (elements.map(([whole]) => whole).join('') !== body) return null
  /** @type {MarkPath[]} */
  const paths = []
  for (const [, written = ''] of elements) {
    /** @type {Record<string, string>} */
    const {
      d = '',
      fill,
      ...others
    } = Object.fromEntries(
      [...written.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    if (Object.keys(others).length > 0 || !/^[\d\s.,mzlhvcsqta-]+$/i.test(d)) return null
    paths.push({ d, fill: gradients[fill ?? ''] ?? fill })
  }
  return paths
}

/**
 * A path without invisible decimals. Arcs stay: their flags need no space between them and the next
 * number.
 * @param {string} d
 * @param {number} decimals
 */
function rounded(d, decimals) {
  return d.replace(
    /([b-z])([^a-z]*)/gi,
    (_, /** @type {string} */ command, /** @type {string} */ numbers) => {
      const short = (numbers.match(/-?(\d*\.\d+|\d+)/g) ?? []).map((number) =>
        String(+(+number).toFixed(decimals)),
      )
      return command + short.join(' ').replaceAll(' -', '-').replace(/\b0\./g, '.')
    },
  )
}

/**
 * One color per gradient: the one in its middle.
 * @param {string} defs
 * @returns {Record<string, string | undefined>}
 */
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
 * @param {string} [fill]
 */
function visible(fill = '#000000') {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(fill)?.[1]?.toLowerCase()
  if (hex === undefined) return null
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  const rgb = [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16))
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => (value / 255) ** 2.2)
  if (0.2126 * red + 0.7152 * green + 0.0722 * blue > TOO_DARK) return `#${full}`
  return Math.max(...rgb) - Math.min(...rgb) < GRAY ? undefined : null
}

/**
 * @param {IconSet} set
 * @param {Icon} icon
 * @returns {[width: number, height: number]}
 */
const sizeOf = (set, icon) => [icon.width ?? set.width ?? 16, icon.height ?? set.height ?? 16]
/** @param {IconSet} set @param {Icon} icon */
const viewBoxOf = (set, icon) => `0 0 ${sizeOf(set, icon).join(' ')}`
