import { defineRoute } from '@/lib/http/define-route'
import { fileResponse } from '@/lib/http/file-response'
import { fileHeaders } from '@/lib/http/request-headers'
import { openAvatar } from '@/lib/uploads/avatar'
import { IMAGE_TYPES } from '@/lib/uploads/upload.schemas'

export const GET = defineRoute({
  operationId: 'getUserAvatar',
  tag: 'Users',
  summary: 'Get a user’s picture',
  params: ['id'],
  access: { permission: 'users:read', unlessOwn: 'id' },
  headers: fileHeaders,
  responses: { 200: null, 206: null, 304: null },
  streams: IMAGE_TYPES,
  refusals: ['not_found', 'range_not_satisfiable'],
  handle: async ({ params, headers }) => {
    const opened = await openAvatar(params.id, headers)
    return opened.ok ? fileResponse(opened.file) : opened
  },
})
