import { problems, type ProblemCode } from '@/lib/platform/problems'
import { type Case } from '@/tests/kit/contract/api-cases'
import { type ApiDocument, type Operation } from '@/tests/kit/contract/api-document'

export interface PlainAnswer {
  status: number
  /** The media type without parameters. */
  type: string | null
  requestId: string | undefined
  text: string
}

/**
 * What is wrong with the response to a request, beyond what the document says about the operation.
 */
export function faultsOf(
  document: ApiDocument,
  operation: Operation,
  sent: Case,
  answer: PlainAnswer,
): string[] {
  const { status, type } = answer
  const isProblem = type === 'application/problem+json'
  return [
    status >= 500 ? 'a fault of the service' : null,
    document.faultOf(operation, answer),
    status < 300 ? wronglyAccepted(document, operation, sent) : null,
    status >= 400 && !isProblem ? 'it is no problem document' : null,
    ...(isProblem ? faultsOfProblem(operation, answer) : []),
  ].filter((fault) => fault !== null)
}

function faultsOfProblem(
  operation: Operation,
  { status, text, requestId }: PlainAnswer,
): (string | null)[] {
  const problem = JSON.parse(text) as {
    status: number
    code: ProblemCode
    type: string
    request_id: string
  }
  const { code } = problem
  const declared = operation.responses[status]?.description.split(', ') ?? []
  return [
    declared.includes(code) ? null : `${code} is not declared for ${status}`,
    problem.status === status && problems[code]?.[0] === status
      ? null
      : 'its status is another one',
    problem.type.endsWith(`/docs/errors/${code}`) ? null : 'its type is another one',
    problem.request_id === requestId ? null : 'its request id is another one',
  ]
}

/** What a text in a query stands for. */
function valueOf({ type }: { type?: unknown }, text: string): unknown {
  if (type === 'integer' && /^\d+$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Why the document does not allow the accepted request; null if it does. */
function wronglyAccepted(
  document: ApiDocument,
  { body, parameters }: Operation,
  sent: Case,
): string | null {
  const query = new URLSearchParams(sent.path.split('?')[1])
  for (const { name, schema, required } of parameters.filter(
    ({ in: place }) => place === 'query',
  )) {
    const value = query.get(name)
    if (value === null && required) return `accepted, although ${name} is missing`
    const wrong = value === null ? null : document.mismatch(schema, valueOf(schema, value))
    if (wrong) return `accepted, although ${name} ${wrong}`
  }
  const wrong = body && document.mismatch(body, JSON.parse(sent.body || '{}'))
  return wrong ? `accepted, although ${wrong}` : null
}
