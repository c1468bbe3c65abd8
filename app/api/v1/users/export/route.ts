import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { exportUsers } from '@/lib/users-admin/export-users'
import { userListFields } from '@/lib/users-admin/users.schemas'

export const GET = defineRoute({
  summary: 'Users as a file, by the filters of the list (needs users:read too); no password leaves',
  access: { permission: 'users:list' },
  limits: ['person'],
  query: z.object({ ...userListFields, format: z.enum(['csv', 'ndjson']) }),
  answers: { 200: null },
  streams: ['text/csv', 'application/x-ndjson'],
  handle: async ({ query: { format, ...filters }, principal, ctx }) => {
    const result = await exportUsers(principal, { format, filters }, ctx)
    if (!result.ok) return result
    const { fileName, contentType, chunks } = result.file
    const headers = {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
    }
    return { status: 200, body: null, chunks, headers }
  },
})
