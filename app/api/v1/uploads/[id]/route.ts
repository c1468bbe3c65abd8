import { defineRoute } from '@/lib/http/define-route'
import { fileResponse } from '@/lib/http/file-response'
import { fileHeaders } from '@/lib/http/request-headers'
import { refuse } from '@/lib/platform/problems'
import { deleteUpload } from '@/lib/uploads/delete-upload'
import { openUpload } from '@/lib/uploads/open-upload'
import { isValidLink } from '@/lib/uploads/upload-link'
import { openQuery, UPLOAD_TYPES } from '@/lib/uploads/upload.schemas'

export const GET = defineRoute({
  operationId: 'downloadUpload',
  tag: 'Uploads',
  summary: 'Download an upload, as its owner or with a signed link',
  params: ['id'],
  access: 'signed',
  apiKeys: ['uploads:create'],
  headers: fileHeaders,
  query: openQuery,
  responses: { 200: null, 206: null, 304: null },
  streams: UPLOAD_TYPES,
  refusals: ['not_found', 'range_not_satisfiable'],
  handle: async ({ principal, params, query, headers, ctx }) => {
    const id = params.id
    if (!principal && !isValidLink(id, query, ctx.now)) return refuse('not_found')
    const opened = await openUpload(principal ? { id, userId: principal.userId } : { id }, headers)
    return opened.ok ? fileResponse(opened.file) : opened
  },
})

export const DELETE = defineRoute({
  operationId: 'deleteUpload',
  tag: 'Uploads',
  summary: 'Delete one of your uploads; its links stop working',
  params: ['id'],
  access: 'authenticated',
  apiKeys: ['uploads:create'],
  responses: { 204: null },
  refusals: ['not_found'],
  handle: async ({ principal, params, ctx }) => {
    const result = await deleteUpload({ id: params.id, userId: principal.userId }, ctx)
    return result.ok ? { status: 204, body: null } : result
  },
})
