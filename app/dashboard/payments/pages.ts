import { definePages } from '@/lib/http/pages/define-pages'
import { PAYMENT_READERS } from '@/lib/payments/payment-readers'

const readers = { anyOf: PAYMENT_READERS }

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
