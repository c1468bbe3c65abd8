import { MISSING_FACTORS, refuseMissingFactor } from '@/lib/access/missing-factor'
import type { Json } from '@/lib/http/openapi-schemas'
import { limitsOf } from '@/lib/http/request-limits'
import { isJsonBody, type RouteBody } from '@/lib/http/route-body'
import { impersonationRuleOf, keyRuleOf, type RouteDeclaration } from '@/lib/http/route-declaration'
import { problemDocument } from '@/lib/http/wire-response'
import { type ProblemCode, problems, refuse, SIGNED_OUT_CODES } from '@/lib/platform/problems'

/** Problems that any request may get, mostly from the gateway, before the path is matched. */
const ANYWHERE: ProblemCode[] = [
  'bad_request',
  'request_timeout',
  'body_too_large',
  'misdirected_request',
  'headers_too_large',
  'internal_error',
  'overloaded',
  'unavailable',
]
const WITH_BODY: ProblemCode[] = ['unsupported_media_type', 'validation_failed']

/** The schema of every problem document. */
export const problemSchema: Json = {
  type: 'object',
  description: 'Problem details (RFC 9457)',
  required: ['type', 'title', 'status', 'code', 'detail', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problems) },
    detail: { type: 'string' },
    instance: { type: 'string' },
    request_id: { type: 'string' },
    trace_id: { type: 'string', description: 'The trace of the request, if traces are recorded.' },
    required_permission: { type: 'string' },
    max_age: { type: 'integer' },
    locked_by: { type: 'string', enum: ['network', 'account'] },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
  },
}

/**
 * The problem responses of one operation, by status: references to the common ones where it adds no
 * codes of its own.
 */
export function refusalResponses(
  declaration: RouteDeclaration,
  { method, path, tooLargeCode }: { method: string; path: string; tooLargeCode: ProblemCode },
): Json {
  const { access, body, query, refusals: own = [] } = declaration
  const codes = new Set<ProblemCode>([
    ...own,
    ...(limitsOf(declaration, method).length > 0 ? (['rate_limited'] as const) : []),
    ...(access === 'public' ? [] : SIGNED_OUT_CODES),
    ...(access === 'public' ? [] : missingFactorProblems(declaration)),
    ...(declaration.act ? (['reauthentication_required'] as const) : []),
    ...(access === 'public' ? [] : keyProblems(declaration)),
    ...(access !== 'public' && impersonationRuleOf(declaration, method) === 'refused'
      ? (['impersonation_read_only'] as const)
      : []),
    ...(typeof access === 'object' ? (['insufficient_permission'] as const) : []),
    ...(body ? problemsOfBody(body) : []),
    tooLargeCode,
    ...(query ? (['validation_failed'] as const) : []),
    // A path segment that cannot be decoded is not found.
    ...(path.includes('[') ? (['not_found'] as const) : []),
    ...ANYWHERE,
  ])
  return Object.fromEntries(
    [...groupByStatus(codes)].map(([status, of]) => {
      const common = of.every((code) => ANYWHERE.includes(code))
      const reference = { $ref: `#/components/responses/${commonResponseName(status)}` }
      return [String(status), common ? reference : problemResponse(of)]
    }),
  )
}

function problemsOfBody(body: RouteBody): readonly ProblemCode[] {
  if (isJsonBody(body) || (body.kind === 'form' && body.acceptsJson))
    return ['malformed_json', ...WITH_BODY]
  return body.kind === 'multipart' ? ['payload_too_large', ...WITH_BODY] : WITH_BODY
}

/** The problems of sessions that lack their second factor. */
function missingFactorProblems({ lacking }: RouteDeclaration): ProblemCode[] {
  return MISSING_FACTORS.filter((missing) => !lacking?.includes(missing)).map(
    (missing) => refuseMissingFactor(missing).code,
  )
}

/** The problems of callers with an API key. */
function keyProblems(declaration: RouteDeclaration): ProblemCode[] {
  const rule = keyRuleOf(declaration)
  if (rule === 'refused') return ['session_required']
  const missing = rule === 'accepted' ? [] : (['insufficient_permission'] as const)
  return ['address_not_allowed', 'rate_limited', ...missing]
}

/** The responses that any request may get, as components of the document. */
export function commonResponses(): Json {
  const groups = [...groupByStatus(ANYWHERE)]
  return Object.fromEntries(
    groups.map(([status, codes]) => [commonResponseName(status), problemResponse(codes)]),
  )
}

/** The component for a status to which the route adds no codes of its own. */
const commonResponseName = (status: number) => `Any${status}`

function problemResponse(codes: readonly ProblemCode[]): Json {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const)
  return {
    description: codes.join(', '),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** Every problem with its default text, as components of the document. */
export function problemExamples(): Json {
  const about = { path: '/api/v1/…', requestId: '01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42' }
  const examples = (Object.keys(problems) as ProblemCode[]).map(
    (code) =>
      [code, { summary: problems[code][1], value: problemDocument(refuse(code), about) }] as const,
  )
  return Object.fromEntries(examples)
}

function groupByStatus(codes: Iterable<ProblemCode>): Map<number, ProblemCode[]> {
  const groups = new Map<number, ProblemCode[]>()
  for (const code of codes) {
    const status = problems[code][0]
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}
