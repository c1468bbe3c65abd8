import { DocsFrame } from '@/app/docs/docs-frame'
import { Markdown } from '@/app/docs/guides/markdown'
import { findGuide, guideTitle } from '@/app/docs/guides/read-guides'
import { readReference } from '@/app/docs/reference/read-reference'
import { MissingObject } from '@/app/not-found-message'
import { PageHeader } from '@/components/layout/page-header'
import { TextLink } from '@/components/ui/links'
import { openApiText } from '@/lib/http/openapi-document'
import { definePage } from '@/lib/web/define-page'
import { pageLanguage } from '@/lib/web/preferences'

/** Shorter guides need no list of their sections. */
const MIN_SECTIONS = 4

const page = definePage('/docs/guides/[name]')

export const generateMetadata = page.composeTitle(async ({ params }) => {
  const { locale, messages } = await pageLanguage()
  const guide = findGuide((await params).name)
  return guide ? guideTitle(guide, locale).text : messages.pages.notFound.title
})

/** A guide from docs/. The text is English; its title and everything around it are translated. */
export default page.render(async ({ params }) => {
  const { name } = await params
  const guide = findGuide(name)
  if (!guide) return <MissingObject />
  const { locale, messages } = await pageLanguage()
  const texts = messages.reference
  const title = guideTitle(guide, locale)
  return (
    <DocsFrame
      here={`/docs/guides/${name}`}
      reference={readReference(await openApiText())}
      locale={locale}
      messages={messages}
    >
      <div lang={title.lang}>
        <PageHeader title={title.text} />
      </div>
      {guide.sections.length < MIN_SECTIONS ? null : (
        <details suppressHydrationWarning className="mb-6 max-w-3xl">
          <summary className="w-fit rounded-sm font-medium text-accent">{texts.onThisPage}</summary>
          <ul lang="en" className="mt-2 grid gap-1 border-l border-line pl-4">
            {guide.sections.map((section) => (
              <li key={section.id}>
                <TextLink alone href={`#${section.id}`} className="font-normal">
                  {section.title}
                </TextLink>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div lang="en">
        <Markdown tokens={guide.tokens} texts={texts} />
      </div>
    </DocsFrame>
  )
})
