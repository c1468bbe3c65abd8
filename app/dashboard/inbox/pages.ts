import { definePages } from '@/lib/http/pages/define-pages'

export default definePages({
  '.': {
    access: 'authenticated',
    title: ({ inbox }) => inbox.title,
    navigation: { group: 'general', order: 20, icon: 'inbox' },
    live: ['inbox'],
  },
})
