import { ChevronRight } from 'lucide-react'
import type { Endpoint, EndpointField, EndpointGroup } from '@/app/docs/read-endpoints'
import { Badge } from '@/components/ui/badge'
import { Card, CodeBlock } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import type { Messages } from '@/lib/i18n/messages'

type DocsTexts = Messages['pages']['docs']

interface EndpointListProps {
  group: EndpointGroup
  texts: DocsTexts
}

/** The endpoints under one tag. Each expands to its fields, examples and responses. */
export function EndpointList({ group, texts }: EndpointListProps) {
  return (
    <Card>
      <div lang="en" className="border-b border-line bg-canvas px-5 py-2.5 sm:px-6">
        <h3 className="text-sm font-medium">{group.tag}</h3>
        <p className="text-[0.8125rem] text-muted">{group.description}</p>
      </div>
      <ul className="divide-y divide-line">
        {group.endpoints.map((endpoint) => (
          <li key={endpoint.operationId} id={endpoint.operationId}>
            <details suppressHydrationWarning className="group">
              <summary className="grid grid-cols-[1fr_auto] items-center gap-x-4 px-5 py-2.5 transition-colors hover:bg-subtle focus-visible:-outline-offset-2 sm:px-6">
                <span className="min-w-0">
                  <span className="flex flex-wrap items-baseline gap-x-3 font-mono text-[0.8125rem]">
                    <span className="w-14 font-semibold text-accent">{endpoint.method}</span>
                    <span className="min-w-0 break-all">{endpoint.path}</span>
                  </span>
                  <span lang="en" className="block text-[0.8125rem] text-muted sm:pl-17">
                    {endpoint.summary}
                  </span>
                </span>
                <span className="flex items-center gap-3">
                  <Access access={endpoint.access} texts={texts} />
                  <ChevronRight
                    aria-hidden
                    className="size-4 text-muted transition-transform group-open:rotate-90"
                  />
                </span>
              </summary>
              <EndpointDetails endpoint={endpoint} texts={texts} />
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Access({ access, texts }: { access: Endpoint['access']; texts: DocsTexts }) {
  if (access === 'public') return <Badge className="max-sm:hidden">{texts.accessPublic}</Badge>
  return (
    <Badge tone="accent" className="max-sm:hidden">
      {access === 'signed-in' ? texts.accessSignedIn : access.permission}
    </Badge>
  )
}

function EndpointDetails({ endpoint, texts }: { endpoint: Endpoint; texts: DocsTexts }) {
  return (
    <div className="grid gap-4 border-t border-line bg-canvas px-5 py-4 sm:px-6 sm:pl-23">
      <Fields title={texts.query} fields={endpoint.query} required={texts.requiredField} />
      <Fields title={texts.fields} fields={endpoint.body} required={texts.requiredField} />
      <Example of={endpoint} label={texts.fields} json={endpoint.bodyExample} />
      <div>
        <h4 className="mb-1 text-xs font-medium text-muted">{texts.responses}</h4>
        <ul className="grid font-mono text-[0.8125rem]">
          {endpoint.answers.map(({ status, codes }) => (
            <li key={status} className="flex flex-wrap gap-x-3">
              <span className={codes.length > 0 ? 'text-muted' : 'text-success'}>{status}</span>
              {codes.map((code) => (
                <TextLink alone key={code} href={`/docs/errors/${code}`} className="font-normal">
                  {code}
                </TextLink>
              ))}
            </li>
          ))}
        </ul>
      </div>
      {endpoint.answers.map(({ status, example }) => (
        <Example key={status} of={endpoint} label={status} json={example} />
      ))}
    </div>
  )
}

function Example({ of, label, json }: { of: Endpoint; label: string; json: string | null }) {
  if (json === null) return null
  return <CodeBlock label={`${of.method} ${of.path}: ${label}`}>{json}</CodeBlock>
}

function Fields({
  title,
  fields,
  required,
}: {
  title: string
  fields: readonly EndpointField[]
  required: string
}) {
  if (fields.length === 0) return null
  return (
    <div>
      <h4 className="mb-1 text-xs font-medium text-muted">{title}</h4>
      <ul className="grid gap-0.5 font-mono text-[0.8125rem]">
        {fields.map((field) => (
          <li key={field.name} className="flex flex-wrap gap-x-3">
            <span>{field.name}</span>
            <span className="text-muted">{field.type}</span>
            {field.required ? <span className="font-sans text-muted">{required}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
