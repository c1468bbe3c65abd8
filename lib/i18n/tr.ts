import type { Messages } from '@/lib/i18n/en'
import { account } from '@/lib/i18n/tr/account'
import { activity } from '@/lib/i18n/tr/activity'
import { apiKeys } from '@/lib/i18n/tr/api-keys'
import { audit } from '@/lib/i18n/tr/audit'
import { auth } from '@/lib/i18n/tr/auth'
import { brand } from '@/lib/i18n/tr/brand'
import { bulkActions } from '@/lib/i18n/tr/bulk-actions'
import { commands } from '@/lib/i18n/tr/commands'
import { contacts } from '@/lib/i18n/tr/contacts'
import { emailCode } from '@/lib/i18n/tr/email-code'
import { explorer } from '@/lib/i18n/tr/explorer'
import { forms } from '@/lib/i18n/tr/forms'
import { home } from '@/lib/i18n/tr/home'
import { impersonation } from '@/lib/i18n/tr/impersonation'
import { inbox } from '@/lib/i18n/tr/inbox'
import { notificationPages } from '@/lib/i18n/tr/notification-pages'
import { notifications } from '@/lib/i18n/tr/notifications'
import { live } from '@/lib/i18n/tr/live'
import { outbox } from '@/lib/i18n/tr/outbox'
import { ownAccount } from '@/lib/i18n/tr/own-account'
import { pages } from '@/lib/i18n/tr/pages'
import { passkeys } from '@/lib/i18n/tr/passkeys'
import { profileFields } from '@/lib/i18n/tr/profile-fields'
import { phone } from '@/lib/i18n/tr/phone'
import { payments } from '@/lib/i18n/tr/payments'
import { permissions } from '@/lib/i18n/tr/permissions'
import { problemTexts } from '@/lib/i18n/tr/problem-texts'
import { reference } from '@/lib/i18n/tr/reference'
import { registrations } from '@/lib/i18n/tr/registrations'
import { roles } from '@/lib/i18n/tr/roles'
import { settings } from '@/lib/i18n/tr/settings'
import { shell } from '@/lib/i18n/tr/shell'
import { uploads } from '@/lib/i18n/tr/uploads'
import { twoStep } from '@/lib/i18n/tr/two-step'
import { userImport } from '@/lib/i18n/tr/user-import'
import { userActions } from '@/lib/i18n/tr/user-actions'
import { userDetail } from '@/lib/i18n/tr/user-detail'
import { users } from '@/lib/i18n/tr/users'
import { webhooks } from '@/lib/i18n/tr/webhooks'

/** The Turkish texts. */
export const tr: Messages = {
  shell,
  forms,
  auth,
  account,
  activity,
  apiKeys,
  brand,
  bulkActions,
  commands,
  contacts,
  home,
  impersonation,
  inbox,
  notifications,
  live,
  notificationPages,
  outbox,
  ownAccount,
  emailCode,
  passkeys,
  profileFields,
  phone,
  twoStep,
  userActions,
  userDetail,
  payments,
  permissions,
  registrations,
  users,
  roles,
  settings,
  webhooks,
  explorer,
  audit,
  uploads,
  userImport,
  pages,
  reference,
  problems: problemTexts,
}
