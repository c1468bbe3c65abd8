import { defineRoute } from '@/lib/http/define-route'
import { openApiText } from '@/lib/http/openapi-document'
import { z } from 'zod'

export const GET = defineRoute({
  summary: 'Get this OpenAPI document',
  access: 'public',
  responses: { 200: z.looseObject({ openapi: z.string() }) },
  handle: () => ({ status: 200, body: openApiText() }),
})
