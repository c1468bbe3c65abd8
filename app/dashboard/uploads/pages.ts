import { definePages } from '@/lib/http/pages/define-pages'

export default definePages({
  '.': {
    access: { permission: 'uploads:create' },
    title: ({ uploads }) => uploads.title,
    navigation: { group: 'general', order: 30, icon: 'upload' },
  },
  '[id]/file': { access: 'authenticated', download: true },
})
