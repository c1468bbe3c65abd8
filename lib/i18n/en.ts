import { account } from '@/lib/i18n/en/account'
import { activity } from '@/lib/i18n/en/activity'
import { apiKeys } from '@/lib/i18n/en/api-keys'
import { audit } from '@/lib/i18n/en/audit'
import { auth } from '@/lib/i18n/en/auth'
import { brand } from '@/lib/i18n/en/brand'
import { bulkActions } from '@/lib/i18n/en/bulk-actions'
import { commands } from '@/lib/i18n/en/commands'
import { contacts } from '@/lib/i18n/en/contacts'
import { emailCode } from '@/lib/i18n/en/email-code'
import { explorer } from '@/lib/i18n/en/explorer'
import { forms } from '@/lib/i18n/en/forms'
import { home } from '@/lib/i18n/en/home'
import { impersonation } from '@/lib/i18n/en/impersonation'
import { inbox } from '@/lib/i18n/en/inbox'
import { notificationPages } from '@/lib/i18n/en/notification-pages'
import { notifications } from '@/lib/i18n/en/notifications'
import { live } from '@/lib/i18n/en/live'
import { outbox } from '@/lib/i18n/en/outbox'
import { ownAccount } from '@/lib/i18n/en/own-account'
import { pages } from '@/lib/i18n/en/pages'
import { passkeys } from '@/lib/i18n/en/passkeys'
import { profileFields } from '@/lib/i18n/en/profile-fields'
import { phone } from '@/lib/i18n/en/phone'
import { payments } from '@/lib/i18n/en/payments'
import { permissions } from '@/lib/i18n/en/permissions'
import { problemTexts } from '@/lib/i18n/en/problem-texts'
import { reference } from '@/lib/i18n/en/reference'
import { registrations } from '@/lib/i18n/en/registrations'
import { roles } from '@/lib/i18n/en/roles'
import { settings } from '@/lib/i18n/en/settings'
import { shell } from '@/lib/i18n/en/shell'
import { uploads } from '@/lib/i18n/en/uploads'
import { twoStep } from '@/lib/i18n/en/two-step'
import { userImport } from '@/lib/i18n/en/user-import'
import { userActions } from '@/lib/i18n/en/user-actions'
import { userDetail } from '@/lib/i18n/en/user-detail'
import { users } from '@/lib/i18n/en/users'
import { webhooks } from '@/lib/i18n/en/webhooks'

/** The English texts. */
export const en = {
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

/**
 * Every text of the pages. English is the model; the other languages have the same keys and
 * placeholders.
 */
export type Messages = typeof en
