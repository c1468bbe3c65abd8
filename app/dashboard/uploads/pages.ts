import { definePages } from '@/lib/http/pages/define-pages'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'

export default definePages({
  '.': {
    access: { permission: 'uploads:create' },
    title: ({ uploads }) => uploads.title,
    navigation: { group: 'general', order: 30, icon: 'upload' },
    maxFileBytes: MAX_UPLOAD_BYTES,
  },
  '[id]/file': { access: 'authenticated', download: true },
})
