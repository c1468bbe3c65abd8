import { z } from 'zod'
import { badLink } from '@/lib/audit/actions/registration'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

/** Both addresses or numbers masked. */
const change = { before: z.string(), after: z.string() }

const preferences = z.strictObject({
  inbox: z.boolean(),
  email: z.boolean(),
  sms: z.boolean(),
  security_sms: z.boolean(),
})

/** What users do to their own accounts. */
export const accountActions = {
  'account.exported': {
    label: { en: 'Own data exported', tr: 'Kullanıcı kendi verilerini indirdi' },
    target: 'user',
    ok: {},
  },
  'profile.changed': {
    label: { en: 'Profile changed', tr: 'Profil değiştirildi' },
    target: 'user',
    webhook: 'user.updated',
    ok: { fields: z.array(z.string()) },
  },
  'notification_preferences.changed': {
    label: { en: 'Notification settings changed', tr: 'Bildirim ayarları değiştirildi' },
    target: 'user',
    ok: { before: preferences, after: preferences },
  },
  'user.deletion_refused': {
    label: { en: 'Account deletion refused', tr: 'Hesabın silinmesi reddedildi' },
    target: 'user',
    refused: { reason: z.string() },
  },
  'email.change_requested': {
    label: { en: 'Email address change requested', tr: 'E-posta adresi değişikliği istendi' },
    target: 'user',
    ok: change,
  },
  'email.change_refused': {
    label: { en: 'Email address change refused', tr: 'E-posta adresi değişikliği reddedildi' },
    target: 'user',
    refused: { reason: z.string() },
  },
  'email.change_cancelled': {
    label: { en: 'Email address change canceled', tr: 'E-posta adresi değişikliği iptal edildi' },
    target: 'user',
    ok: {},
  },
  'email.changed': {
    label: { en: 'Email address changed', tr: 'E-posta adresi değiştirildi' },
    target: 'user',
    webhook: 'user.updated',
    ok: change,
  },
  'email.confirmation_refused': {
    label: {
      en: 'New email address confirmation refused',
      tr: 'Yeni e-posta adresinin doğrulanması reddedildi',
    },
    target: 'user',
    refused: badLink,
  },
  'password.changed': {
    label: { en: 'Password changed', tr: 'Parola değiştirildi' },
    target: 'user',
    webhook: 'user.password_changed',
    ok: { sessions_ended: z.int() },
  },
  'password.change_refused': {
    label: { en: 'Password change refused', tr: 'Parola değişikliği reddedildi' },
    target: 'user',
    refused: { reason: z.string() },
  },
  'password.reset_requested': {
    label: { en: 'Password reset requested', tr: 'Parola sıfırlama istendi' },
    target: 'user',
    ok: { email: z.string() },
  },
  'password.reset': {
    label: { en: 'Password reset', tr: 'Parola sıfırlandı' },
    target: 'user',
    webhook: 'user.password_changed',
    /** Invitation links that the user copied. */
    ok: { sessions_ended: z.int(), invitation_links_ended: z.int().optional() },
  },
  /** With the first proof of the address, because someone else may have chosen it. */
  'password.removed': {
    label: { en: 'Password removed', tr: 'Parola kaldırıldı' },
    target: 'user',
    webhook: 'user.password_changed',
    ok: {},
  },
  'password.reset_refused': {
    label: { en: 'Password reset refused', tr: 'Parola sıfırlama reddedildi' },
    target: 'user',
    refused: badLink,
  },
  'phone.code_requested': {
    label: { en: 'Phone code requested', tr: 'Telefon kodu istendi' },
    target: 'user',
    ok: {
      phone: z.string(),
      /** No code was sent, because the number reached today's limit. */
      withheld: z.boolean().optional(),
    },
  },
  'phone.code_refused': {
    label: { en: 'Phone code refused', tr: 'Telefon kodu reddedildi' },
    target: 'user',
    refused: {},
  },
  'phone.verified': {
    label: { en: 'Phone number confirmed', tr: 'Telefon numarası doğrulandı' },
    target: 'user',
    webhook: 'user.updated',
    ok: { ...change, before: z.string().nullable() },
  },
  'phone.removed': {
    label: { en: 'Phone number removed', tr: 'Telefon numarası kaldırıldı' },
    target: 'user',
    webhook: 'user.updated',
    ok: { before: z.string() },
  },
  'identity.linked': {
    label: { en: 'Provider connected', tr: 'Sağlayıcı bağlandı' },
    target: 'user',
    ok: { provider: z.string() },
  },
  'identity.link_refused': {
    label: { en: 'Provider connection refused', tr: 'Sağlayıcının bağlanması reddedildi' },
    target: 'user',
    refused: { provider: z.string().optional(), reason: z.string() },
  },
  'identity.unlinked': {
    label: { en: 'Provider disconnected', tr: 'Sağlayıcı bağlantısı kesildi' },
    target: 'user',
    ok: { provider: z.string() },
  },
  'identity.unlink_refused': {
    label: {
      en: 'Provider disconnection refused',
      tr: 'Sağlayıcı bağlantısının kesilmesi reddedildi',
    },
    target: 'user',
    refused: { provider: z.string().optional(), reason: z.string() },
  },
  'identity.reclaimed': {
    label: {
      en: 'Unconfirmed account claimed through a provider',
      tr: 'Doğrulanmamış hesap bir sağlayıcı üzerinden sahiplenildi',
    },
    target: 'user',
    ok: { provider: z.string() },
  },
} satisfies AuditActionGroup
