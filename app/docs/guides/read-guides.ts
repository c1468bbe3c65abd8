import { marked, type Token, type Tokens } from 'marked'
import { guidesElsewhere, guideTexts } from '@/app/docs/generated/guide-texts'
import type { Title } from '@/app/docs/reference/titles'
import type { Locale } from '@/lib/i18n/locale'
import { apiTitles } from '@/lib/i18n/tr/api-titles'
import { ownValue } from '@/lib/platform/own-value'

/** A guide, parsed from its Markdown. */
export interface Guide {
  name: string
  title: string
  /** Everything below the title. */
  tokens: Token[]
  /** The headings of the second level. */
  sections: { id: string; title: string }[]
}

/** The guides in the order of the contents; those that are not named follow `build`. */
const ORDER = {
  start: ['quick-start', 'concepts', 'api-guide'],
  build: [
    'web-apps',
    'nextjs-example',
    'mobile-apps',
    'typescript-client',
    'gatehouse-client',
    'protect-services',
    'gatehouse-guard',
    'verify-tokens',
    'permissions',
    'live-events',
  ],
  features: [
    'user-management',
    'import-users',
    'profile-fields',
    'notifications',
    'payments',
    'uploads',
    'text-messages',
    'mail-texts',
    'providers',
    'passkeys',
    'email-codes',
  ],
  configure: ['configuration', 'environment', 'settings', 'brand', 'browsers'],
  operate: [
    'deployment',
    'reverse-proxies',
    'sizing',
    'scale',
    'observability',
    'gatehousectl',
    'upgrade',
    'backup-and-restore',
    'rotate-keys',
    'incidents',
    'troubleshooting',
  ],
  security: ['security', 'stored-data', 'built-in-permissions', 'audit-actions'],
} as const

type GuideGroup = keyof typeof ORDER

const parsed = new Map<string, Guide>()

/** A guide by its name; null if there is none. */
export function findGuide(name: string): Guide | null {
  if (!Object.hasOwn(guideTexts, name)) return null
  const guide = parsed.get(name) ?? parseGuide(name, guideTexts[name]!)
  parsed.set(name, guide)
  return guide
}

/** All guides, by group. */
export function guideGroups(): { group: GuideGroup; guides: Guide[] }[] {
  const named: readonly string[] = Object.values(ORDER).flat()
  const others = Object.keys(guideTexts).filter((name) => !named.includes(name))
  return (Object.keys(ORDER) as GuideGroup[]).map((group) => {
    const names = group === 'build' ? [...ORDER.build, ...others] : ORDER[group]
    return { group, guides: names.flatMap((name) => findGuide(name) ?? []) }
  })
}

/** The title of a guide in the language of the page, if there is one. */
export function guideTitle({ name, title }: Pick<Guide, 'name' | 'title'>, locale: Locale): Title {
  const turkish = ownValue(apiTitles.guides, name)
  return locale === 'tr' && turkish ? { text: turkish, lang: 'tr' } : { text: title, lang: 'en' }
}

function parseGuide(name: string, text: string): Guide {
  const [first, ...tokens] = marked.lexer(text).filter(({ type }) => type !== 'space')
  if (first?.type !== 'heading' || first.depth !== 1)
    throw new Error(`The guide ${name} does not begin with its title`)
  const sections = tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2)
    .map((heading) => ({ id: headingId(heading), title: plainText(heading.tokens) }))
  return { name, title: plainText(first.tokens ?? []), tokens, sections }
}

/** The anchor of a heading, as GitHub names it, so that links work in both places. */
export function headingId({ tokens }: Pick<Tokens.Heading, 'tokens'>): string {
  return plainText(tokens)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** The text of inline tokens without their markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? plainText(token.tokens)
        : 'text' in token
          ? String(token.text)
          : '',
    )
    .join('')
}

/**
 * The address of a link in a guide. Other guides are pages of the documentation; null for a file of
 * the repository that the service does not show.
 */
export function guideHref(href: string): string | null {
  if (/^(https?:|\/|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const hash = anchor ? `#${anchor}` : ''
  if (/^(?:\.\.\/)+\.env\.example$/.test(file)) return '/docs/guides/environment'
  const path = file.replace(/^(?:\.\.?\/)+/, '')
  const elsewhere = ownValue<string>(guidesElsewhere, path)
  if (elsewhere) return `/docs/guides/${elsewhere}${hash}`
  // A guide links from docs/ or docs/operations/ to the other folder, or within its own.
  const name = /^(?:docs\/)?(?:operations\/)?([\w-]+)\.md$/.exec(path)?.[1]
  return name && Object.hasOwn(guideTexts, name) ? `/docs/guides/${name}${hash}` : null
}
