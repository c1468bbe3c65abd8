import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import type { Messages } from '@/lib/i18n/en'
import { type ProblemCode, problems } from '@/lib/platform/problems'

/** A problem's status and code, what it means, and how to resolve it. */
export function ProblemCard({ code, messages }: { code: ProblemCode; messages: Messages }) {
  const { docs } = messages.pages
  const { text, remedy } = messages.problems[code]
  return (
    <Card>
      <dl className="divide-y divide-line">
        <Row term={docs.status}>{problems[code][0]}</Row>
        <Row term={docs.code}>
          <Code>{code}</Code>
        </Row>
        <Row term={docs.meaning}>{text}</Row>
        <Row term={docs.remedy}>{withCode(remedy)}</Row>
      </dl>
    </Card>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 px-5 py-3 sm:grid-cols-[8rem_1fr] sm:px-6">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A text whose names are in backticks. */
function withCode(text: string): ReactNode[] {
  return text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? <Code key={index}>{piece}</Code> : piece))
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.8125rem] wrap-anywhere">{children}</code>
}
