import { defineRoute } from '@/lib/http/define-route'
import { fileResponse } from '@/lib/http/file-response'
import { fileHeaders } from '@/lib/http/request-headers'
import { openAvatar } from '@/lib/uploads/avatar'
import { IMAGE_TYPES } from '@/lib/uploads/upload.schemas'

export const GET = defineRoute({
  operationId: 'getUserAvatar',
  tag: 'Users',
  summary: 'Get a user’s picture; requires users:read, except for your own',
  access: 'authenticated',
  apiKeys: ['users:read'],
  headers: fileHeaders,
  responses: { 200: null, 206: null, 304: null },
  streams: IMAGE_TYPES,
  refusals: ['insufficient_permission', 'not_found', 'range_not_satisfiable'],
  handle: async ({ principal, params, headers }) => {
    const opened = await openAvatar(principal, params.id, headers)
    return opened.ok ? fileResponse(opened.file) : opened
  },
})
