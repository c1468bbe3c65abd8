import { definePages } from '@/lib/http/pages/define-pages'

const access = { permission: 'audit:list' } as const

export default definePages({
  '.': {
    access,
    title: ({ audit }) => audit.title,
    navigation: { group: 'administration', order: 80, icon: 'scroll-text' },
  },
  verify: { access, title: null },
  export: { access, download: true },
})
