import { pageOf } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { pageQuery } from '@/lib/http/page-query'
import { listUploads } from '@/lib/uploads/list-uploads'
import { presentUpload } from '@/lib/uploads/present-upload'
import { storeUpload } from '@/lib/uploads/store-upload'
import { uploadAnswer, uploadFields } from '@/lib/uploads/upload.schemas'

export const GET = defineRoute({
  summary: 'List your uploads, newest first',
  access: 'authenticated',
  query: pageQuery,
  answers: { 200: pageOf(uploadAnswer) },
  handle: async ({ principal, query }) => {
    const result = await listUploads(principal.userId, query)
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.uploads, page } }
  },
})

export const POST = defineRoute({
  summary: 'Upload a file of up to 10 MB: a JPEG, PNG or WebP image, a PDF, or plain text',
  access: { permission: 'uploads:create' },
  multipart: uploadFields,
  answers: { 201: uploadAnswer },
  refusals: ['image_too_large', 'quota_exceeded'],
  handle: async ({ principal, file, body: { purpose }, ctx }) => {
    const result = await storeUpload(file!, { userId: principal.userId, purpose }, ctx)
    if (!result.ok) return result
    const upload = presentUpload(result.upload)
    return { status: 201, body: upload, headers: { location: upload.url } }
  },
})
