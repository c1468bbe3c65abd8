import { DocsFrame } from '@/app/docs/docs-frame'
import { readReference } from '@/app/docs/reference/read-reference'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { PageHeader } from '@/components/layout/page-header'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { openApiText } from '@/lib/http/openapi-document'
import { type ProblemCode, problems } from '@/lib/platform/problems'
import { definePage } from '@/lib/web/define-page'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/docs/errors')

export const generateMetadata = page.metadata

/** All problems that a client can receive. */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const { docs } = messages.pages
  return (
    <DocsFrame
      here="/docs/errors"
      reference={readReference(await openApiText())}
      locale={locale}
      messages={messages}
    >
      <PageHeader title={docs.allErrors} lead={docs.errorsText} />
      <Card>
        <Table label={docs.allErrors}>
          <thead>
            <tr>
              <ColumnHeader>{docs.status}</ColumnHeader>
              <ColumnHeader>{docs.code}</ColumnHeader>
              <ColumnHeader className="max-sm:hidden">{docs.meaning}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {(Object.keys(problems) as ProblemCode[]).map((code) => (
              <tr key={code}>
                <Cell className="font-mono text-[0.8125rem] text-muted">{problems[code][0]}</Cell>
                <Cell className="font-mono text-[0.8125rem] whitespace-nowrap">
                  <TextLink alone href={`/docs/errors/${code}`} className="font-normal">
                    {code}
                  </TextLink>
                  <span className="block font-sans whitespace-normal text-muted sm:hidden">
                    {messages.problems[code].title}
                  </span>
                </Cell>
                <Cell className="text-muted max-sm:hidden">{messages.problems[code].title}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </DocsFrame>
  )
})
