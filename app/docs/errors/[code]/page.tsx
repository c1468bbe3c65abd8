import { DocsFrame } from '@/app/docs/docs-frame'
import { ProblemCard } from '@/app/docs/errors/[code]/problem-card'
import { readReference } from '@/app/docs/reference/read-reference'
import { MissingObject } from '@/app/not-found-message'
import { PageHeader } from '@/components/layout/page-header'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/card'
import { settings } from '@/lib/config/settings'
import { openApiText } from '@/lib/http/openapi-document'
import { formatMessage } from '@/lib/i18n/format'
import { isProblemCode, type ProblemCode, problems } from '@/lib/platform/problems'
import { definePage } from '@/lib/web/define-page'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/docs/errors/[code]')

export const generateMetadata = page.composeTitle(async ({ params }) => {
  const { docs, notFound } = (await pageLanguage()).messages.pages
  const { code } = await params
  return isProblemCode(code) ? formatMessage(docs.problemTitle, { code }) : notFound.title
})

/**
 * The meaning of a problem and how to resolve it: the page that the `type` of a problem document
 * points to.
 */
export default page.render(async ({ params }) => {
  const { code } = await params
  if (!isProblemCode(code)) return <MissingObject />
  const { locale, messages } = await pageLanguage()
  const { docs } = messages.pages
  return (
    <DocsFrame
      here={`/docs/errors/${code}`}
      reference={readReference(await openApiText())}
      locale={locale}
      messages={messages}
    >
      <PageHeader
        title={messages.problems[code].title}
        back={{ href: '/docs/errors', label: docs.allErrors }}
      >
        <Badge className="font-mono">
          {problems[code][0]} {code}
        </Badge>
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ProblemCard code={code} messages={messages} />
        <section>
          <h2 className="mb-3 text-base font-semibold tracking-tight">{docs.example}</h2>
          <CodeBlock label={docs.example}>{exampleOf(code)}</CodeBlock>
        </section>
      </div>
    </DocsFrame>
  )
})

function exampleOf(code: ProblemCode): string {
  const [status, title, detail] = problems[code]
  return JSON.stringify(
    {
      type: `${settings().baseUrl}/docs/errors/${code}`,
      title,
      status,
      code,
      detail,
      instance: '/api/v1/…',
      request_id: '0199c0de-7a11-7000-8000-000000000000',
    },
    null,
    2,
  )
}
