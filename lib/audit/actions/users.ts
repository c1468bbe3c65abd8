import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'
import { endedAccess } from '@/lib/audit/actions/sessions'

/** Set if the change is part of a bulk action. */
const inBulk = { bulk_action_id: z.string().optional() }
const refusal = { reason: z.string(), ...inBulk }

/** API keys that the user created for service accounts and that still work, and those accounts. */
const keysLeft = {
  service_keys: z.int().optional(),
  service_accounts: z.array(z.string()).optional(),
}

const statusChange = {
  before: z.string(),
  after: z.string(),
  sessions_ended: z.int(),
  /** Work that would have continued without a session. */
  invitation_links_ended: z.int().optional(),
  imports_stopped: z.int().optional(),
  bulk_actions_stopped: z.int().optional(),
  notifications_cancelled: z.int().optional(),
  files_deleted: z.int().optional(),
  ...keysLeft,
  ...inBulk,
}

const invitation = {
  /** Masked. */
  email: z.string(),
  roles: z.array(z.string()),
}

/** What administrators do to users. */
export const userActions = {
  'user.invited': {
    label: { en: 'User invited', tr: 'Kullanıcı davet edildi' },
    target: 'user',
    webhook: 'user.created',
    ok: {
      ...invitation,
      /** The unconfirmed account that the invited one replaced. */
      replaced_registration: z.string().optional(),
    },
    refused: { ...invitation, reason: z.string() },
  },
  'service_account.created': {
    label: { en: 'Service account created', tr: 'Hizmet hesabı oluşturuldu' },
    target: 'user',
    webhook: 'user.created',
    ok: { roles: z.array(z.string()) },
    refused: { roles: z.array(z.string()), reason: z.string() },
  },
  'user.invitation_resent': {
    label: { en: 'Invitation resent', tr: 'Davet yeniden gönderildi' },
    target: 'user',
    ok: inBulk,
    refused: refusal,
  },
  'user.invitation_link_created': {
    label: { en: 'Invitation link created', tr: 'Davet bağlantısı oluşturuldu' },
    target: 'user',
    ok: { expires_at: z.string(), ...inBulk },
    refused: refusal,
  },
  'user.invitation_link_refused': {
    label: { en: 'Invitation link refused', tr: 'Davet bağlantısı reddedildi' },
    target: 'user',
    refused: { reason: z.string() },
  },
  'user.imported': {
    label: { en: 'User imported', tr: 'Kullanıcı içe aktarıldı' },
    target: 'user',
    webhook: 'user.created',
    ok: {
      ...invitation,
      status: z.string(),
      with_password: z.boolean(),
      import_id: z.string(),
    },
  },
  'user.activated': {
    label: { en: 'Account activated', tr: 'Hesap etkinleştirildi' },
    target: 'user',
    webhook: 'user.activated',
    ok: statusChange,
    refused: refusal,
  },
  /** A registration, by an administrator. Activating it in another way is `user.activated`. */
  'user.approved': {
    label: { en: 'Sign-up approved', tr: 'Kayıt onaylandı' },
    target: 'user',
    webhook: 'user.approved',
    ok: inBulk,
    refused: refusal,
  },
  /** The account is erased, so nothing about it stays. */
  'user.declined': {
    label: { en: 'Sign-up declined', tr: 'Kayıt reddedildi' },
    target: 'user',
    webhook: 'user.declined',
    ok: {},
    refused: { reason: z.string() },
  },
  'user.deactivated': {
    label: { en: 'Account deactivated', tr: 'Hesap devre dışı bırakıldı' },
    target: 'user',
    webhook: 'user.deactivated',
    ok: statusChange,
    refused: refusal,
  },
  /** By an administrator or by the user. */
  'user.deleted': {
    label: { en: 'Account deleted', tr: 'Hesap silindi' },
    target: 'user',
    webhook: 'user.deleted',
    ok: statusChange,
    refused: refusal,
  },
  'user.restored': {
    label: { en: 'Account restored', tr: 'Hesap geri yüklendi' },
    target: 'user',
    webhook: 'user.restored',
    ok: statusChange,
    refused: refusal,
  },
  /**
   * At the end of the grace period, by an administrator, or by the user; or a registration that no
   * one confirmed, after 30 days or because another account got its address.
   */
  'user.erased': {
    label: { en: 'Account erased', tr: 'Hesap kalıcı olarak silindi' },
    target: 'user',
    webhook: 'user.erased',
    ok: { reason: z.enum(['grace_time', 'request', 'unconfirmed', 'replaced']), ...keysLeft },
    refused: { reason: z.string() },
  },
  'user.erasure_refused': {
    label: {
      en: 'Password confirmation for an erasure refused',
      tr: 'Kalıcı silme için parola doğrulaması reddedildi',
    },
    target: 'user',
    refused: { reason: z.string() },
  },
  'user.renamed': {
    label: { en: 'Name changed', tr: 'Ad değiştirildi' },
    target: 'user',
    webhook: 'user.updated',
    ok: inBulk,
    refused: refusal,
  },
  'user.email_changed': {
    label: {
      en: 'Email address changed by an administrator',
      tr: 'E-posta adresi bir yönetici tarafından değiştirildi',
    },
    target: 'user',
    webhook: 'user.updated',
    ok: { before: z.string(), after: z.string(), ...inBulk },
    refused: refusal,
  },
  'user.roles_changed': {
    label: { en: 'User roles changed', tr: 'Kullanıcının rolleri değiştirildi' },
    target: 'user',
    webhook: 'user.roles_changed',
    ok: { before: z.array(z.string()), after: z.array(z.string()), ...inBulk },
    refused: refusal,
  },
  'user.password_reset_sent': {
    label: { en: 'Password reset email sent', tr: 'Parola sıfırlama e-postası gönderildi' },
    target: 'user',
    ok: inBulk,
    refused: refusal,
  },
  'user.mfa_reset': {
    label: {
      en: 'Two-step verification reset by an administrator',
      tr: 'İki adımlı doğrulama bir yönetici tarafından sıfırlandı',
    },
    target: 'user',
    webhook: 'user.mfa_disabled',
    ok: {
      before: z.enum(['enabled', 'disabled']),
      after: z.literal('disabled'),
      passkeys_removed: z.int().optional(),
      sessions_ended: z.int(),
      ...inBulk,
    },
    refused: refusal,
  },
  'user.session_ended': {
    label: { en: 'User session ended', tr: 'Kullanıcının bir oturumu kapatıldı' },
    target: 'user',
    ok: { session_id: z.string(), ...inBulk },
    refused: refusal,
  },
  'user.sessions_ended': {
    label: { en: 'All user sessions ended', tr: 'Kullanıcının tüm oturumları kapatıldı' },
    target: 'user',
    ok: { ...endedAccess, ...inBulk },
    refused: refusal,
  },
  'users.exported': {
    label: { en: 'Users exported', tr: 'Kullanıcılar dışa aktarıldı' },
    target: null,
    ok: {
      format: z.string(),
      sort: z.string().optional(),
      query: z.string().optional(),
      status: z.string().optional(),
      role: z.string().optional(),
      kind: z.string().optional(),
    },
  },
} satisfies AuditActionGroup
