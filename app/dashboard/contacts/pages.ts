import { definePages } from '@/lib/http/pages/define-pages'

const access = { permission: 'contacts:list' } as const

export default definePages({
  '.': {
    access,
    title: ({ contacts }) => contacts.title,
    navigation: { group: 'administration', order: 50, icon: 'mail' },
    live: ['contacts'],
  },
  'attachments/[id]': { access, download: true },
})
