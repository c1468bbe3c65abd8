import { definePages } from '@/lib/http/pages/define-pages'

/** Users see their own payments, or all of them, depending on the permission. */
const readers = { anyOf: ['payments:charge', 'payments:list'] } as const

export default definePages({
  '.': {
    access: readers,
    title: ({ payments }) => payments.title,
    navigation: { group: 'administration', order: 70, icon: 'credit-card' },
    live: ['payments'],
  },
  '[id]': { access: readers, title: null, live: ['payments/[id]'] },
  new: { access: { permission: 'payments:charge' }, title: ({ payments }) => payments.form.title },
  export: { access: readers, download: true },
})
