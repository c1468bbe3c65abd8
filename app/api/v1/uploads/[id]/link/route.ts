import { defineRoute } from '@/lib/http/define-route'
import { createUploadLink } from '@/lib/uploads/create-upload-link'
import { linkResponse } from '@/lib/uploads/upload.responses'
import { linkBody } from '@/lib/uploads/upload.schemas'

export const POST = defineRoute({
  operationId: 'createUploadLink',
  tag: 'Uploads',
  summary: 'Create a link to one of your uploads that anyone can open until it expires',
  params: ['id'],
  access: 'authenticated',
  apiKeys: ['uploads:create'],
  body: linkBody,
  responses: { 200: linkResponse },
  refusals: ['not_found'],
  handle: async ({ principal, params, body: { expires_in: expiresIn }, ctx }) => {
    const result = await createUploadLink(principal, { id: params.id, expiresIn }, ctx.now)
    if (!result.ok) return result
    return { status: 200, body: { url: result.url, expires_at: result.expiresAt.toISOString() } }
  },
})
