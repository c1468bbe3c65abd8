'use server'

import { z } from 'zod'
import { toReceivedFile } from '@/lib/http/form-fields'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import { deleteUpload } from '@/lib/uploads/delete-upload'
import { storeUpload } from '@/lib/uploads/store-upload'
import { defineAction } from '@/lib/web/define-action'

export const uploadFile = defineAction({
  access: { permission: 'uploads:create' },
  limits: ['user'],
  body: z.object({}),
  takesFileAt: '/dashboard/uploads',
  handle: async (_, { principal, ctx, file }) => {
    if (!file) return refuse('validation_failed', { errors: [fieldError(['file'], 'required')] })
    return storeUpload(toReceivedFile(file), { userId: principal.userId, purpose: 'file' }, ctx)
  },
  done: () => ({ redirect: '/dashboard/uploads', notice: 'file_uploaded' }),
})

export const removeFile = defineAction({
  access: { permission: 'uploads:create' },
  body: z.object({ upload_id: z.uuid() }),
  handle: (body, { principal, ctx }) =>
    deleteUpload({ id: body.upload_id, userId: principal.userId }, ctx),
  done: () => ({ redirect: '/dashboard/uploads', notice: 'file_deleted', inPlace: true }),
})
