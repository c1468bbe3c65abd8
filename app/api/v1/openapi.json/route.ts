import { defineRoute } from '@/lib/http/define-route'
import { openApiText } from '@/lib/http/openapi-document'
import { z } from 'zod'

export const GET = defineRoute({
  operationId: 'getOpenApiDocument',
  tag: 'Service',
  summary: 'Get this OpenAPI document',
  access: 'public',
  responses: {
    200: z
      .looseObject({ openapi: z.string().meta({ examples: ['3.1.0'] }) })
      .meta({ id: 'OpenApiDocument' }),
  },
  handle: async () => ({ status: 200, body: await openApiText() }),
})
