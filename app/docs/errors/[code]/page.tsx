import type { ReactNode } from 'react'
import { DocsFrame } from '@/app/docs/docs-frame'
import { readReference } from '@/app/docs/reference/read-reference'
import { MissingObject } from '@/app/not-found-message'
import { PageHeader } from '@/components/layout/page-header'
import { Badge } from '@/components/ui/badge'
import { Card, CodeBlock } from '@/components/ui/card'
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
  const { title, text, remedy } = messages.problems[code]
  return (
    <DocsFrame
      here={`/docs/errors/${code}`}
      reference={readReference(await openApiText())}
      locale={locale}
      messages={messages}
    >
      <PageHeader title={title} back={{ href: '/docs/errors', label: docs.allErrors }}>
        <Badge className="font-mono">
          {problems[code][0]} {code}
        </Badge>
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <dl className="divide-y divide-line">
            <Row term={docs.status}>{problems[code][0]}</Row>
            <Row term={docs.code}>
              <code className="font-mono text-[0.8125rem]">{code}</code>
            </Row>
            <Row term={docs.meaning}>{text}</Row>
            <Row term={docs.remedy}>{remedy}</Row>
          </dl>
        </Card>
        <section>
          <h2 className="mb-3 text-base font-semibold tracking-tight">{docs.example}</h2>
          <CodeBlock label={docs.example}>{exampleOf(code)}</CodeBlock>
        </section>
      </div>
    </DocsFrame>
  )
})

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 px-5 py-3 sm:grid-cols-[8rem_1fr] sm:px-6">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

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
