import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { downloadAnswer } from '@/lib/http/file-response'
import { exportRefusedRows } from '@/lib/users/import/list-imports'

export const GET = defineRoute({
  operationId: 'exportRejectedRows',
  tag: 'User imports',
  summary:
    'Download the rejected rows of an import: row (from 1, excluding the header), email, column, value, code, detail',
  params: ['id'],
  access: { permission: 'users:activate' },
  limits: ['user'],
  query: z.object({ format: z.enum(['csv', 'ndjson']) }),
  responses: { 200: null },
  streams: ['text/csv', 'application/x-ndjson'],
  refusals: ['not_found'],
  handle: async ({ params, query, principal, ctx }) => {
    const result = await exportRefusedRows(principal, { id: params.id, format: query.format }, ctx)
    return result.ok ? downloadAnswer(result.file) : result
  },
})
