import { definePages } from '@/lib/http/pages/define-pages'

const access = { permission: 'rbac:manage' } as const
/** A form names up to 1,000 permissions of 100 characters, with about 200 bytes around each. */
const MAX_ROLE_FORM_BYTES = 350_000

export default definePages({
  '.': { access, title: null },
  roles: {
    access,
    title: ({ roles }) => roles.title,
    navigation: { group: 'administration', order: 20, icon: 'layers' },
    live: ['roles'],
  },
  'roles/new': {
    access,
    title: ({ roles }) => roles.newRole.title,
    maxFormBytes: MAX_ROLE_FORM_BYTES,
  },
  'roles/[id]': { access, title: null, live: ['roles'], maxFormBytes: MAX_ROLE_FORM_BYTES },
  permissions: {
    access,
    title: ({ permissions }) => permissions.title,
    navigation: { group: 'administration', order: 30, icon: 'shield-check' },
    live: ['roles'],
  },
  'permissions/new': { access, title: ({ permissions }) => permissions.form.newTitle },
  'permissions/edit': { access, title: ({ permissions }) => permissions.form.editTitle },
  explorer: {
    access,
    title: ({ explorer }) => explorer.title,
    navigation: { group: 'administration', order: 40, icon: 'waypoints' },
    live: ['roles'],
  },
})
