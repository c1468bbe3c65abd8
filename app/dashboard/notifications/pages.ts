import { definePages } from '@/lib/http/pages/define-pages'

const access = { permission: 'notifications:send' } as const

export default definePages({
  '.': {
    access,
    title: ({ notificationPages }) => notificationPages.title,
    navigation: { group: 'administration', order: 60, icon: 'megaphone' },
    live: ['notifications'],
  },
  '[id]': { access, title: null, live: ['notifications/[id]'] },
  // Offers the templates.
  new: {
    access,
    title: ({ notificationPages }) => notificationPages.compose,
    live: ['notifications/templates'],
  },
  templates: {
    access,
    title: ({ notificationPages }) => notificationPages.templates.title,
    live: ['notifications/templates'],
  },
  'templates/new': {
    access,
    title: ({ notificationPages }) => notificationPages.templates.create,
  },
  'templates/[id]': { access, title: null },
})
