import { ChevronRight } from 'lucide-react'
import type { Endpoint, EndpointField } from '@/app/docs/read-endpoints'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import type { Messages } from '@/lib/i18n/messages'

type DocsTexts = Messages['pages']['docs']

interface EndpointListProps {
  group: string
  endpoints: readonly Endpoint[]
  texts: DocsTexts
}

/** The endpoints under one segment; each opens to its fields and answers. */
export function EndpointList({ group, endpoints, texts }: EndpointListProps) {
  return (
    <Card>
      <h3 className="border-b border-line bg-canvas px-5 py-2 font-mono text-xs font-medium text-muted sm:px-6">
        /{group}
      </h3>
      <ul className="divide-y divide-line">
        {endpoints.map((endpoint) => (
          <li key={endpoint.method + endpoint.path}>
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
    </div>
  )
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
