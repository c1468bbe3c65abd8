import { headers } from 'next/headers'
import Link from 'next/link'
import { DocsFrame } from '@/app/docs/docs-frame'
import { AccessBadge, MethodName, OperationView } from '@/app/docs/operation-view'
import {
  findInReference,
  type Operation,
  type OperationGroup,
  readReference,
} from '@/app/docs/reference/read-reference'
import { runTry, tryValues } from '@/app/docs/reference/run-try'
import { groupDescription, groupTitle, operationTitle } from '@/app/docs/reference/titles'
import { TryIt } from '@/app/docs/try-it'
import { MissingObject } from '@/app/not-found-message'
import { PageHeader } from '@/components/layout/page-header'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { isCallable } from '@/lib/http/call-read'
import { openApiText } from '@/lib/http/openapi-document'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { definePage } from '@/lib/web/define-page'
import { findSignedIn } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

type Query = Readonly<Record<string, string | string[] | undefined>>

const page = definePage('/docs/api/[name]')

export const generateMetadata = page.composeTitle(async ({ params }) => {
  const { locale, messages } = await pageLanguage()
  const found = findInReference(readReference(await openApiText()), (await params).name)
  if (!found) return messages.pages.notFound.title
  const { group, operation } = found
  const { text } = operation ? operationTitle(operation, locale) : groupTitle(group, locale)
  return `${text} · ${messages.reference.title}`
})

/** One operation of the API, or the operations under one tag. */
export default page.render(async ({ params, searchParams }) => {
  const { name } = await params
  const { locale, messages } = await pageLanguage()
  const reference = readReference(await openApiText())
  const found = findInReference(reference, name)
  if (!found) return <MissingObject />
  const { group, operation } = found
  const heading = operation ? operationTitle(operation, locale) : groupTitle(group, locale)
  const lead = operation
    ? { text: operation.summary, lang: 'en' as const }
    : groupDescription(group, locale)
  const back = operation
    ? { href: `/docs/api/${group.slug}`, label: groupTitle(group, locale).text }
    : { href: '/docs', label: messages.reference.title }
  return (
    <DocsFrame
      here={`/docs/api/${name}`}
      openGroup={group.slug}
      reference={reference}
      locale={locale}
      messages={messages}
    >
      <div lang={heading.lang}>
        <PageHeader title={heading.text} back={back} />
      </div>
      {lead.text === heading.text ? null : (
        <p lang={lead.lang} className="-mt-4 mb-6 max-w-prose text-muted">
          {lead.text}
        </p>
      )}
      {operation ? (
        <OperationView
          operation={operation}
          baseUrl={reference.baseUrl}
          locale={locale}
          messages={messages}
        >
          <OperationTry operation={operation} query={await searchParams} messages={messages} />
        </OperationView>
      ) : (
        <GroupView group={group} locale={locale} messages={messages} />
      )}
      {operation ? (
        <Neighbors group={group} name={name} locale={locale} messages={messages} />
      ) : null}
    </DocsFrame>
  )
})

/** The form that sends a reading operation, with the answer if it was just submitted. */
async function OperationTry({
  operation,
  query,
  messages,
}: {
  operation: Operation
  query: Query
  messages: Messages
}) {
  if (!isCallable(operation.operationId)) return null
  const signedIn = (await findSignedIn()) !== null
  const values = tryValues(operation, query)
  const submitted = signedIn && query.try !== undefined
  const result = submitted ? await runTry(operation, values, await headers()) : null
  return (
    <TryIt
      operation={operation}
      values={values}
      result={result}
      signedIn={signedIn}
      texts={messages.reference}
    />
  )
}

interface GroupProps {
  group: OperationGroup
  locale: Locale
  messages: Messages
}

/** The operations under one tag, with who may call them. */
function GroupView({ group, locale, messages }: GroupProps) {
  return (
    <Card>
      <ul className="divide-y divide-line">
        {group.operations.map((operation) => {
          const title = operationTitle(operation, locale)
          return (
            <li key={operation.operationId}>
              <Link
                href={`/docs/api/${operation.operationId}`}
                prefetch={false}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3 transition-colors hover:bg-subtle focus-visible:-outline-offset-2 sm:px-6"
              >
                <span className="grid min-w-0 gap-0.5">
                  <span lang={title.lang} className="font-medium">
                    {title.text}
                  </span>
                  <span className="flex gap-3 font-mono text-xs text-muted">
                    <MethodName method={operation.method} />
                    <span className="min-w-0 break-all">{operation.path}</span>
                  </span>
                </span>
                <AccessBadge access={operation.access} texts={messages.reference} />
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** Links to the operations before and after this one under the same tag. */
function Neighbors({ group, name, locale, messages }: GroupProps & { name: string }) {
  const { previous, next } = messages.reference
  const at = group.operations.findIndex(({ operationId }) => operationId === name)
  const neighbors = [
    { label: previous, operation: group.operations[at - 1] },
    { label: next, operation: group.operations[at + 1] },
  ]
  return (
    <ul className="mt-12 flex flex-wrap justify-between gap-4 border-t border-line pt-5">
      {neighbors.map(({ label, operation }) => {
        const title = operation && operationTitle(operation, locale)
        return (
          <li key={label}>
            {operation && title ? (
              <>
                <span className="block text-xs text-muted">{label}</span>
                <span lang={title.lang}>
                  <TextLink alone href={`/docs/api/${operation.operationId}`}>
                    {title.text}
                  </TextLink>
                </span>
              </>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
