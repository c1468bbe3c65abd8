import { definePages } from '@/lib/http/pages/define-pages'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'

export default definePages({
  '.': { access: 'public', title: null },
  contact: {
    access: 'public-with-session',
    title: ({ contacts }) => contacts.form.title,
    botCheck: true,
    // Only for users with `uploads:create`; anyone else gets the limit of an ordinary page.
    maxFileBytes: MAX_UPLOAD_BYTES,
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
