import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { exportUsers } from '@/lib/users/export-users'
import { userListFields } from '@/lib/users/users.schemas'

export const GET = defineRoute({
  operationId: 'exportUsers',
  tag: 'Users',
  summary:
    'Export users as a file, with the filters of the list (also requires users:read); passwords are not included',
  access: { permission: 'users:list' },
  limits: ['user'],
  query: z.object({ ...userListFields, format: z.enum(['csv', 'ndjson']) }),
  responses: { 200: null },
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
