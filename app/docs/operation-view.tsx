import type { ReactNode } from 'react'
import { CodeExample } from '@/app/docs/code-example'
import { FieldForms, FieldList, type Reader } from '@/app/docs/field-list'
import { curlLine } from '@/app/docs/reference/curl-line'
import type { Content, Operation } from '@/app/docs/reference/read-reference'
import { Badge } from '@/components/ui/badge'
import { TextLink } from '@/components/ui/links'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { isProblemCode } from '@/lib/platform/problems'

interface OperationViewProps {
  operation: Operation
  baseUrl: string
  locale: Locale
  messages: Messages
  /** The form that sends the request. */
  children?: ReactNode
}

/** Everything about one operation: what it takes on the left, examples on the right. */
export function OperationView({
  operation,
  baseUrl,
  locale,
  messages,
  children,
}: OperationViewProps) {
  const texts = messages.reference
  const reader = { texts, locale }
  const { method, path, access, body, pathParameters, queryParameters, headers } = operation
  const parameters = [
    [texts.pathParameters, pathParameters],
    [texts.queryParameters, queryParameters],
    [texts.headers, headers],
  ] as const
  return (
    <>
      <p className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-2">
        <MethodName method={method} className="text-sm" />
        <code className="min-w-0 font-mono text-sm break-all">{path}</code>
        <AccessBadge access={access} texts={texts} />
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 xl:grid-cols-2">
        <div className="grid content-start gap-8">
          {parameters.map(([title, fields]) =>
            fields.length > 0 ? (
              <Section key={title} title={title}>
                <FieldList fields={fields} reader={reader} />
              </Section>
            ) : null,
          )}
          {body ? (
            <Section id="body" title={texts.body}>
              <ContentFields content={body} reader={reader} />
            </Section>
          ) : null}
          <Section id="responses" title={texts.responses}>
            <div className="grid gap-5">
              {operation.successes.map(({ status, content }) => (
                <div key={status}>
                  <h3 className="mb-1.5 font-mono text-[0.8125rem] font-medium text-success">
                    {status}
                  </h3>
                  {content ? (
                    <ContentFields content={content} reader={{ ...reader, marks: 'optional' }} />
                  ) : (
                    <p className="text-muted">{texts.emptyBody}</p>
                  )}
                </div>
              ))}
            </div>
          </Section>
          <Section id="errors" title={texts.errors}>
            <Errors operation={operation} messages={messages} />
          </Section>
        </div>
        <div className="grid content-start gap-6">
          <Examples operation={operation} baseUrl={baseUrl} texts={texts} />
          {children}
        </div>
      </div>
    </>
  )
}

/** The HTTP method of an operation. */
export function MethodName({ method, className = '' }: { method: string; className?: string }) {
  return (
    <span className={`font-mono font-semibold text-accent ${className}`} translate="no">
      {method}
    </span>
  )
}

/** Who may call an operation. */
export function AccessBadge({
  access,
  texts,
  className,
}: {
  access: Operation['access']
  texts: Messages['reference']
  className?: string
}) {
  if (typeof access === 'object')
    return (
      <span className="flex flex-wrap gap-x-3 gap-y-2">
        <Badge tone="accent" className={className} title={texts.permission}>
          <span className="sr-only">{texts.permission}: </span>
          {access.permissions.join(` ${texts.or} `)}
        </Badge>
        {access.exceptOwn ? <Badge className={className}>{texts.accessExceptOwn}</Badge> : null}
      </span>
    )
  const names = {
    public: texts.accessPublic,
    'signed-in': texts.accessSignedIn,
    signed: texts.accessSigned,
  }
  return <Badge className={className}>{names[access]}</Badge>
}

function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-4">
      <h2 className="mb-2 text-base font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

function ContentFields({
  content: { mediaTypes, description, forms },
  reader,
}: {
  content: Content
  reader: Reader
}) {
  return (
    <div className="grid gap-2">
      {mediaTypes.length === 1 && mediaTypes[0] === 'application/json' ? null : (
        <p className="font-mono text-xs break-words text-muted">{mediaTypes.join(', ')}</p>
      )}
      {description ? (
        <p lang="en" className="text-[0.8125rem] text-muted">
          {description}
        </p>
      ) : null}
      {forms.length > 0 ? <FieldForms forms={forms} reader={reader} /> : null}
    </div>
  )
}

/** The problems that are specific to the operation, each with a link to its page. */
function Errors({ operation: { errors }, messages }: { operation: Operation; messages: Messages }) {
  if (errors.length === 0) return <p className="text-muted">{messages.reference.noErrors}</p>
  return (
    <ul className="divide-y divide-line border-y border-line">
      {errors.flatMap(({ status, codes }) =>
        codes.map((code) => (
          <li key={code} className="flex flex-wrap items-baseline gap-x-3 py-1.5 text-[0.8125rem]">
            <span className="font-mono text-muted">{status}</span>
            <TextLink alone href={`/docs/errors/${code}`} className="font-mono font-normal">
              {code}
            </TextLink>
            <span className="text-muted">
              {isProblemCode(code) ? messages.problems[code].title : null}
            </span>
          </li>
        )),
      )}
    </ul>
  )
}

function Examples({
  operation,
  baseUrl,
  texts,
}: {
  operation: Operation
  baseUrl: string
  texts: Messages['reference']
}) {
  const { body, successes } = operation
  const answers = successes.flatMap(({ status, content }) =>
    (content?.examples ?? []).map((code, n, all) => ({
      title: [
        texts.response,
        status,
        ...(all.length > 1 ? [formatMessage(texts.alternative, { number: n + 1 })] : []),
      ].join(' · '),
      code,
    })),
  )
  return (
    <>
      <CodeExample title={texts.request} code={curlLine(operation, baseUrl)} texts={texts} />
      {(body?.examples ?? []).slice(1).map((code, n) => (
        <CodeExample
          key={n}
          title={`${texts.requestBody} · ${formatMessage(texts.alternative, { number: n + 2 })}`}
          code={code}
          texts={texts}
        />
      ))}
      {answers.map(({ title, code }) => (
        <CodeExample key={title} title={title} code={code} texts={texts} />
      ))}
    </>
  )
}
