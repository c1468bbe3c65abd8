import { defineRoute } from '@/lib/http/define-route'
import { multipartBody } from '@/lib/http/route-body'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { listUploads } from '@/lib/uploads/list-uploads'
import { presentUpload } from '@/lib/uploads/present-upload'
import { storeUpload } from '@/lib/uploads/store-upload'
import { uploadResponse } from '@/lib/uploads/upload.responses'
import { uploadFields } from '@/lib/uploads/upload.schemas'

export const GET = defineRoute({
  operationId: 'listUploads',
  tag: 'Uploads',
  summary: 'List your uploads, newest first',
  access: 'authenticated',
  apiKeys: ['uploads:create'],
  query: pageQuery,
  responses: { 200: pageSchemaOf(uploadResponse) },
  handle: async ({ principal, query }) => {
    const result = await listUploads(principal.userId, query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.uploads, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'createUpload',
  tag: 'Uploads',
  summary: 'Upload a file of up to 10 MiB: a JPEG, PNG, or WebP image, a PDF, or plain text',
  access: { permission: 'uploads:create' },
  limits: ['user'],
  body: multipartBody({ fields: uploadFields, maxFileBytes: MAX_UPLOAD_BYTES }),
  responses: { 201: uploadResponse },
  refusals: ['image_too_large', 'quota_exceeded'],
  handle: async ({ principal, body: { file, fields }, ctx }) => {
    const { purpose } = fields
    const result = await storeUpload(file, { userId: principal.userId, purpose }, ctx)
    if (!result.ok) return result
    const upload = presentUpload(result.upload)
    return { status: 201, body: upload, headers: { location: upload.url } }
  },
})
