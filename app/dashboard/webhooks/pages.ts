import { definePages } from '@/lib/http/pages/define-pages'

const access = { permission: 'settings:manage' } as const

export default definePages({
  '.': {
    access,
    title: ({ webhooks }) => webhooks.title,
    navigation: { group: 'administration', order: 85, icon: 'webhook' },
    live: ['webhooks'],
  },
  new: { access, title: ({ webhooks }) => webhooks.create },
  '[id]': { access, title: null, live: ['webhooks'] },
})
