import { definePages } from '@/lib/http/pages/define-pages'

export default definePages({
  '.': { access: 'public', title: null },
  contact: {
    access: 'public-with-session',
    title: ({ contacts }) => contacts.form.title,
    botCheck: true,
  },
  preferences: { access: 'public', title: ({ shell }) => shell.preferences },
  docs: { access: 'public', title: ({ reference }) => reference.title },
  'docs/api/[name]': { access: 'public-with-session', title: null },
  'docs/guides/[name]': { access: 'public', title: null },
  'docs/errors': { access: 'public', title: ({ pages }) => pages.docs.allErrors },
  'docs/errors/[code]': { access: 'public', title: null },
  'local/outbox': {
    access: 'public',
    title: ({ outbox }) => outbox.title,
    secretInAddress: true,
    hiddenFromProxies: true,
  },
  'brand/logo-light': { access: 'public', endpoint: 'GET' },
  'brand/logo-dark': { access: 'public', endpoint: 'GET' },
})
