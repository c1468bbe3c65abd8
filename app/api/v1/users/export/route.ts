import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { downloadAnswer } from '@/lib/http/file-response'
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
    return result.ok ? downloadAnswer(result.file) : result
  },
})
