import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { marked, type Token } from 'marked'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { guidesElsewhere, guideTexts } from '@/app/docs/generated/guide-texts'
import { Markdown } from '@/app/docs/guides/markdown'
import {
  findGuide,
  type Guide,
  guideGroups,
  guideHref,
  guideTitle,
} from '@/app/docs/guides/read-guides'
import { findPage } from '@/lib/http/pages/page-table'
import { messagesFor } from '@/lib/i18n/messages'
import { apiOperations } from '@/tests/kit/contract/declared-handlers'

const texts = messagesFor('en').reference
const guides = guideGroups().flatMap((group) => group.guides)
/** Half of what a page may weigh: React sends the same data once more. */
const MAX_BYTES = 150_000

const render = (tokens: readonly Token[]) =>
  renderToStaticMarkup(<Markdown tokens={tokens} texts={texts} />)
const idsOf = (guide: Guide) =>
  [...render(guide.tokens).matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)

let operations: Set<string>

beforeAll(async () => {
  const declared = await apiOperations()
  operations = new Set(
    declared.map(({ method, path }) => `${method} ${path.replace(/\[\w+\]/g, '*')}`),
  )
})

describe('the guides', () => {
  it('include every guide of docs/ once, with a title', () => {
    const names = guides.map(({ name }) => name)
    expect([...names].sort()).toEqual(Object.keys(guideTexts).sort())
    expect(guides.filter((guide) => guideTitle(guide, 'en').text === '')).toEqual([])
    expect(guideTitle(findGuide('security')!, 'tr')).toEqual({ text: 'Güvenlik', lang: 'tr' })
    expect(findGuide('style')).toBeNull()
    expect(findGuide('toString')).toBeNull()
  })

  it.each(guides)('have links that lead somewhere: $name', (guide) => {
    const links: string[] = []
    void marked.walkTokens([...guide.tokens] as never, (token) => {
      if (token.type === 'link') links.push((token as { href: string }).href)
    })
    const elsewhere = Object.keys(guidesElsewhere).find(
      (path) => guidesElsewhere[path] === guide.name,
    )
    const file =
      elsewhere ??
      [`docs/${guide.name}.md`, `docs/operations/${guide.name}.md`].find((path) => existsSync(path))
    const broken = links.filter((link) => {
      const target = guideHref(link)
      // On GitHub, links lead to files.
      const isRelative = !/^(https?:|\/|#)/.test(link)
      if (isRelative && file && !existsSync(join(dirname(file), link.split('#')[0]!))) return true
      if (target === null) return false
      const [path, anchor] = target.split('#')
      if (anchor === undefined || /^https?:/.test(target)) return false
      const other = path === '' ? guide : findGuide(path!.replace('/docs/guides/', ''))
      return !other || !idsOf(other).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('have a link to each page about operations', () => {
    expect(guideHref('operations/upgrade.md#go-back')).toBe('/docs/guides/upgrade#go-back')
    expect(guideHref('../deployment.md')).toBe('/docs/guides/deployment')
    expect(guideHref('incidents.md')).toBe('/docs/guides/incidents')
    expect(guideHref('../../.env.example')).toBe('/docs/guides/environment')
    expect(guideHref('../clients/typescript/README.md#x')).toBe('/docs/guides/gatehouse-client#x')
    expect(guideHref('../../docs/web-apps.md')).toBe('/docs/guides/web-apps')
    expect(guideHref('../CHANGELOG.md')).toBeNull()
    expect(guideHref('decisions/README.md')).toBeNull()
  })

  it.each(guides)('name only operations that exist: $name', ({ name }) => {
    const written = guideTexts[name]!.matchAll(
      /\b(GET|POST|PUT|PATCH|DELETE) (?:\/api\/v1)?(\/(?:auth|me|users|rbac|inbox|uploads|payments|notifications|audit|contacts?|settings)(?:\/[\w{}-]+)*)/g,
    )
    const wrong = [...written]
      // Pages have endpoints of their own.
      .filter(([, , path]) => !findPage(path!))
      .map(([, method, path]) => ({ method, path: `/api/v1${path!}` }))
      .filter(({ method, path }) => ![...operations].some((known) => matches(known, method!, path)))
    expect(wrong).toEqual([])
  })

  it.each(guides)('stay small: $name', ({ tokens }) => {
    expect(Buffer.byteLength(render(tokens))).toBeLessThan(MAX_BYTES)
  })
})

function matches(known: string, method: string, path: string): boolean {
  const pattern = known.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+')
  return new RegExp(`^${pattern}$`).test(`${method} ${path}`)
}

describe('Markdown', () => {
  it('shows markup as text, so that a guide cannot run a script', () => {
    const page = render(
      marked.lexer(
        '<script>alert(1)</script>\n\nA <img src=x onerror=alert(1)> `<b>&amp;` [x](javascript:alert(1))',
      ),
    )
    expect(page).not.toMatch(/<script|<img|<b>|href="javascript/)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain('&lt;b&gt;&amp;amp;')
  })

  it('links headings and other guides as GitHub does', () => {
    const page = render(marked.lexer('## Run `npm ci`, then start\n\n[keys](security.md#keys)'))
    expect(page).toContain('<h2 id="run-npm-ci-then-start"')
    expect(page).toContain('href="/docs/guides/security#keys"')
  })

  it('leaves out comments and nothing else', () => {
    expect(render(marked.lexer('<!-- Update: `npm run docs:update`. -->'))).not.toContain('Update')
    const both = render(marked.lexer('<!-- a --> <b>shown</b>'))
    expect(both).toContain('&lt;b&gt;shown&lt;/b&gt;')
  })

  it('breaks lines in cells', () => {
    const table = '| a |\n| --- |\n| `x`<br>`y`<br onclick=z> |'
    const page = render(marked.lexer(table))
    expect(page).toContain('<code>x</code><br/><code>y</code>&lt;br onclick=z&gt;')
  })
})
