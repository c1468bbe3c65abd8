import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { exportRefusedRows } from '@/lib/users/import/list-imports'

export const GET = defineRoute({
  operationId: 'exportRejectedRows',
  tag: 'User imports',
  summary:
    'Download the rejected rows of an import: row (from 1, excluding the header), email, column, value, code, detail',
  access: { permission: 'users:activate' },
  limits: ['user'],
  query: z.object({ format: z.enum(['csv', 'ndjson']) }),
  responses: { 200: null },
  streams: ['text/csv', 'application/x-ndjson'],
  refusals: ['not_found'],
  handle: async ({ params, query, principal }) => {
    const result = await exportRefusedRows(principal, { id: params.id!, format: query.format })
    if (!result.ok) return result
    const { fileName, contentType, chunks } = result.file
    const headers = {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
    }
    return { status: 200, body: null, chunks, headers }
  },
})
