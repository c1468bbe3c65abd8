import type { z } from 'zod'
import type { ApiRequest } from '@/lib/http/api-request'
import { receiveFile } from '@/lib/http/receive-file'
import { hasForm, readForm, readJsonBody, readUpload } from '@/lib/http/request-body'
import { isJsonBody, type RouteBody } from '@/lib/http/route-body'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'

/**
 * Reads the body that a route declares, validates it, and passes it to `use`. `sender`: the user
 * who sends it.
 */
export async function receiveBody<T>(
  body: RouteBody,
  { request, sender }: { request: ApiRequest; sender: string },
  use: (value: unknown) => Promise<T>,
): Promise<T | Refusal> {
  if (!isJsonBody(body) && body.kind === 'multipart')
    return receiveFile(request, { ...body, sender }, async ({ file, fields }) => {
      const parsed = validate(body.fields, fields)
      return parsed.ok ? use({ file, fields: parsed.value }) : parsed
    })
  const read = await readWhole(body, request)
  return read.ok ? use(read.value) : read
}

async function readWhole(
  body: Exclude<RouteBody, { kind: 'multipart' }>,
  request: ApiRequest,
): Promise<Outcome<{ value: unknown }>> {
  if (isJsonBody(body)) return readAs(body, readJsonBody(request))
  if (body.kind === 'form') {
    const isForm = !body.acceptsJson || hasForm(request)
    const { maxBytes } = body
    return readAs(
      body.schema,
      isForm ? readForm(request, maxBytes) : readJsonBody(request, maxBytes),
    )
  }
  const read = await readUpload(request, body)
  return read.ok ? { ok: true, value: read.upload } : read
}

async function readAs(
  schema: z.ZodType,
  reading: Promise<Outcome<{ value: unknown }>>,
): Promise<Outcome<{ value: unknown }>> {
  const read = await reading
  return read.ok ? validate(schema, read.value) : read
}

/** Validates the query or a body. */
export function validate<T>(schema: z.ZodType<T>, value: unknown): Outcome<{ value: T }> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return { ok: true, value: parsed.data }
  return refuse('validation_failed', { errors: fieldErrorsOf(parsed.error) })
}
