import { CodeExample } from '@/app/docs/code-example'
import { DocsFrame } from '@/app/docs/docs-frame'
import { type Guide, guideGroups, guideTitle } from '@/app/docs/guides/read-guides'
import { type OperationGroup, readReference } from '@/app/docs/reference/read-reference'
import { groupDescription, groupTitle, operationTitle } from '@/app/docs/reference/titles'
import { ReferenceSearch } from '@/app/docs/reference-search'
import type { SearchGroup } from '@/app/docs/reference/find-entries'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import { openApiText } from '@/lib/http/openapi-document'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { type ProblemCode, problems } from '@/lib/platform/problems'
import { definePage } from '@/lib/web/define-page'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/docs')

export const generateMetadata = page.metadata

/** The start page of the API reference: first steps, and every operation, with a search. */
export default page.render(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.reference
  const reference = readReference(await openApiText())
  const { q } = await searchParams
  const query = typeof q === 'string' ? q.slice(0, 100) : ''
  const { search, searchHint, searchAction, found, nothing } = texts
  const statuses = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    reference.commonStatuses,
  )
  return (
    <DocsFrame here="/docs" reference={reference} locale={locale} messages={messages}>
      <PageHeader title={texts.title} lead={texts.lead}>
        <a className={buttonClasses({ variant: 'outline' })} href="/api/v1/openapi.json">
          {texts.openapi}
        </a>
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <section>
          <h2 className="mb-3 text-base font-semibold tracking-tight">{texts.search}</h2>
          <ReferenceSearch
            key={query}
            query={query}
            locale={locale}
            texts={{ search, searchHint, searchAction, found, nothing }}
            groups={[
              ...guideSearchGroups(messages, locale),
              ...reference.groups.map((group) => toSearchGroup(group, locale)),
              errorGroup(messages, locale),
            ]}
          />
        </section>
        <section>
          <h2 className="text-base font-semibold tracking-tight">{texts.start}</h2>
          <p className="mt-1 mb-3 max-w-prose text-muted">{texts.startText}</p>
          <CodeExample
            title={texts.startExample}
            code={firstCall(reference.baseUrl)}
            texts={texts}
          />
        </section>
        <section>
          <h2 className="text-base font-semibold tracking-tight">{texts.errors}</h2>
          <p className="mt-1 max-w-prose text-muted">
            {formatMessage(texts.errorsText, { statuses })}{' '}
            <TextLink href="/docs/errors">{messages.pages.docs.allErrors}</TextLink>
          </p>
        </section>
      </div>
    </DocsFrame>
  )
})

const firstCall = (baseUrl: string) =>
  [
    `curl ${baseUrl}/api/v1/auth/login \\`,
    `  --json '{"email": "ada@example.com", "password": "…"}'`,
    '',
    `curl ${baseUrl}/api/v1/me -H "Authorization: Bearer $ACCESS_TOKEN"`,
  ].join('\n')

function toSearchGroup(group: OperationGroup, locale: Locale): SearchGroup {
  return {
    href: `/docs/api/${group.slug}`,
    title: groupTitle(group, locale),
    description: groupDescription(group, locale),
    entries: group.operations.map((operation) => ({
      href: `/docs/api/${operation.operationId}`,
      title: operationTitle(operation, locale),
      detail: `${operation.method} ${operation.path}`,
      words: `${operation.operationId} ${operation.summary}`,
    })),
  }
}

/** The guides, and their sections for the search. */
function guideSearchGroups({ reference }: Messages, locale: Locale): SearchGroup[] {
  const { guides: title, guidesText, guideSections, guideSectionsText } = reference
  const guides = guideGroups().flatMap((group) => group.guides)
  const named = (guide: Guide) => guideTitle(guide, locale)
  return [
    {
      href: '/docs/guides/quick-start',
      title: { text: title, lang: locale },
      description: { text: guidesText, lang: locale },
      entries: guides.map((guide) => ({
        href: `/docs/guides/${guide.name}`,
        title: named(guide),
        detail: '',
        words: guide.title,
      })),
    },
    {
      href: '/docs/guides/concepts',
      title: { text: guideSections, lang: locale },
      description: { text: guideSectionsText, lang: locale },
      onlyFound: true,
      entries: guides.flatMap((guide) =>
        guide.sections.map((section) => ({
          href: `/docs/guides/${guide.name}#${section.id}`,
          title: { text: section.title, lang: 'en' as const },
          detail: named(guide).text,
          words: guide.title,
        })),
      ),
    },
  ]
}

function errorGroup(messages: Messages, locale: Locale): SearchGroup {
  const { allErrors, errorsText } = messages.pages.docs
  return {
    href: '/docs/errors',
    title: { text: allErrors, lang: locale },
    description: { text: errorsText, lang: locale },
    onlyFound: true,
    entries: (Object.keys(problems) as ProblemCode[]).map((code) => ({
      href: `/docs/errors/${code}`,
      title: { text: messages.problems[code].title, lang: locale },
      detail: `${problems[code][0]} ${code}`,
      words: '',
    })),
  }
}
