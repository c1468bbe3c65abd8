import { definePages } from '@/lib/http/pages/define-pages'
import { MAX_IMPORT_BYTES } from '@/lib/platform/size-limits'

const list = { permission: 'users:list' } as const
const activate = { permission: 'users:activate' } as const

export default definePages({
  '.': {
    access: list,
    title: ({ users }) => users.title,
    navigation: { group: 'administration', order: 10, icon: 'users' },
    live: ['users'],
  },
  // The user list shows no sessions, so it ignores changes to them.
  '[id]': {
    access: { permission: 'users:read' },
    title: null,
    live: ['users/[id]', 'user-sessions/[id]'],
  },
  '[id]/api-keys': { access: { permission: 'users:read' }, title: null, live: ['users/[id]'] },
  invite: { access: activate, title: ({ users }) => users.invitation.title },
  'service-account': { access: activate, title: ({ users }) => users.serviceAccount.title },
  registrations: {
    access: activate,
    title: ({ registrations }) => registrations.title,
    live: ['users'],
  },
  import: {
    access: activate,
    title: ({ userImport }) => userImport.title,
    maxFileBytes: MAX_IMPORT_BYTES,
  },
  'import/[id]': { access: activate, title: null },
  'import/example': { access: activate, download: true },
  'import/[id]/refused': { access: activate, download: true },
  bulk: { access: list, title: ({ bulkActions }) => bulkActions.title },
  'bulk/[id]': { access: list, title: null },
  export: { access: list, download: true },
  find: { access: list, download: true },
})
