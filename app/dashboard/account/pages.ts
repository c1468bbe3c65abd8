import { definePages } from '@/lib/http/pages/define-pages'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'

export default definePages({
  '.': {
    access: 'authenticated',
    title: ({ account }) => account.profile.title,
    navigation: { group: 'account', order: 10, icon: 'user' },
    maxFileBytes: MAX_UPLOAD_BYTES,
  },
  email: {
    access: 'authenticated',
    title: ({ ownAccount }) => ownAccount.email.title,
    navigation: { group: 'account', order: 20, icon: 'at-sign' },
  },
  phone: {
    access: 'authenticated',
    title: ({ phone }) => phone.title,
    navigation: { group: 'account', order: 30, icon: 'smartphone' },
  },
  password: {
    access: 'authenticated',
    title: ({ account }) => account.password.title,
    navigation: { group: 'account', order: 40, icon: 'key-round' },
  },
  security: {
    access: 'authenticated',
    title: ({ twoStep }) => twoStep.page.title,
    navigation: { group: 'account', order: 50, icon: 'lock-keyhole' },
    lacking: ['enroll'],
  },
  confirm: {
    access: 'authenticated',
    title: ({ passkeys }) => passkeys.confirm.title,
    lacking: ['proof'],
  },
  connections: {
    access: 'authenticated',
    title: ({ account }) => account.connections.title,
    navigation: { group: 'account', order: 60, icon: 'link-2' },
  },
  'api-keys': {
    access: 'authenticated',
    title: ({ apiKeys }) => apiKeys.title,
    navigation: { group: 'account', order: 65, icon: 'key-square' },
  },
  sessions: {
    access: 'authenticated',
    title: ({ account }) => account.sessions.title,
    navigation: { group: 'account', order: 70, icon: 'monitor-smartphone' },
    live: ['sessions'],
  },
  notifications: {
    access: 'authenticated',
    title: ({ notificationPages }) => notificationPages.preferences.title,
    navigation: { group: 'account', order: 80, icon: 'bell' },
  },
  data: {
    access: 'authenticated',
    title: ({ ownAccount }) => ownAccount.data.title,
    navigation: { group: 'account', order: 90, icon: 'database' },
  },
  'data/export': { access: 'authenticated', download: true },
})
