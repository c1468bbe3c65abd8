import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { ProviderMark } from '@/components/external/provider-buttons'
import { CATALOG } from '@/lib/config/providers/catalog'
import { STAND_IN_IDS } from '@/tests/kit/providers/all-providers'
import { useSettings } from '@/tests/kit/test-settings'

const drawn = (provider: string) =>
  renderToStaticMarkup(<ProviderMark provider={provider} className="size-5" />)
const isTile = (markup: string) => markup.includes('<text')
/** The allowed content of a logo: nothing that fetches, styles or runs. */
const PLAIN =
  /^<svg aria-hidden="true" viewBox="0 0 \d+ \d+" fill="currentColor" class="size-5">(<path d="[^"]+"( fill="#[0-9a-f]{6}")?><\/path>)+<\/svg>$/
const TILE =
  /^<svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" class="size-5"><rect [^>]+><\/rect><text [^>]+>[\p{Lu}\p{N}]<\/text><\/svg>$/u

beforeEach(() => useSettings({}))

describe('the logo of a provider', () => {
  it.each(STAND_IN_IDS)('is unique for %s', (id) => {
    expect(drawn(id)).toMatch(PLAIN)
    expect(STAND_IN_IDS.filter((other) => drawn(other) === drawn(id))).toEqual([id])
  })

  it.each(Object.keys(CATALOG))('is drawn for %s, or a tile with its first letter', (id) => {
    expect(drawn(id)).toMatch(isTile(drawn(id)) ? TILE : PLAIN)
  })

  it('is drawn for most of the catalog: the icon sets and their names still exist', () => {
    expect(Object.keys(CATALOG).filter((id) => !isTile(drawn(id))).length).toBeGreaterThan(60)
  })

  it('is never that of another provider', () => {
    const marks = Object.values(CATALOG).flatMap(({ mark }) => mark ?? [])
    expect(new Set(marks).size).toBe(marks.length)
  })

  it("has the brand's colors, or the text color if the brand is black", () => {
    const colors = (id: string) =>
      [...drawn(id).matchAll(/fill="(#\w+)"/g)].map(([, color]) => color)
    expect(colors('google')).toEqual(['#4285f4', '#34a853', '#fbbc05', '#eb4335'])
    expect(new Set(colors('microsoft-entra-id')).size).toBe(4)
    expect(new Set(colors('slack')).size).toBe(4)
    for (const id of ['apple', 'github', 'twitter', 'keycloak']) expect(colors(id)).toEqual([])
  })

  it('is a tile with the first letter of the label for a custom issuer, whatever its name', () => {
    const issuer = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret', ISSUER: 'https://id.example.com' }
    const named = (name: string, label: string) =>
      Object.entries({ ...issuer, LABEL: label }).map(([suffix, value]) => [
        `OAUTH_${name}_${suffix}`,
        value,
      ])
    useSettings(
      Object.fromEntries([
        ...named('STAFF', '« örgüt »'),
        ...named('CONSTRUCTOR', '<b>'),
        ...named('SIGNS', '→'),
      ]) as Record<string, string>,
    )
    expect(drawn('staff')).toContain('>Ö</text>')
    expect(drawn('constructor')).toContain('>B</text>')
    expect(drawn('signs')).toContain('>?</text>')
    expect(drawn('gone-since')).toContain('>G</text>')
  })
})
