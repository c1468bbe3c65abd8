import { EndpointList } from '@/app/docs/endpoint-list'
import { readCommonStatuses, readEndpoints } from '@/app/docs/read-endpoints'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { settings } from '@/lib/config/settings'
import { openApiText } from '@/lib/http/openapi-document'
import { formatMessage } from '@/lib/i18n/format'
import { pageMetadata } from '@/lib/web/page-metadata'
import { pageLanguage } from '@/lib/web/preferences'

export const generateMetadata = pageMetadata('/docs')

/** An overview of the API, built from the OpenAPI document. */
export default async function Page() {
  const { locale, messages } = await pageLanguage()
  const { docs } = messages.pages
  const statuses = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    readCommonStatuses(openApiText()),
  )
  const { baseUrl } = settings()
  const example = [
    `curl ${baseUrl}/api/v1/auth/login \\`,
    `  --json '{"email": "ada@example.com", "password": "…"}'`,
    '',
    `curl ${baseUrl}/api/v1/me -H "Authorization: Bearer $ACCESS_TOKEN"`,
  ].join('\n')
  return (
    <>
      <PageHeader title={docs.title} lead={docs.lead}>
        <a className={buttonClasses({ variant: 'outline' })} href="/api/v1/openapi.json">
          {docs.openapi}
        </a>
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <section>
          <h2 className="text-base font-semibold tracking-tight">{docs.authentication}</h2>
          <p className="mt-1 mb-3 max-w-prose text-muted">{docs.authenticationText}</p>
          <CodeBlock label={docs.tryIt}>{example}</CodeBlock>
        </section>
        <section>
          <h2 className="text-base font-semibold tracking-tight">{docs.endpoints}</h2>
          <p className="mt-1 mb-3 max-w-prose text-muted">
            {formatMessage(docs.endpointsText, { statuses })}
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {readEndpoints(openApiText()).map((group) => (
              <EndpointList key={group.tag} group={group} texts={docs} />
            ))}
          </div>
        </section>
        <section>
          <h2 className="text-base font-semibold tracking-tight">{docs.errors}</h2>
          <p className="mt-1 text-muted">
            {docs.errorsText} <TextLink href="/docs/errors">{docs.allErrors}</TextLink>
          </p>
        </section>
      </div>
    </>
  )
}
