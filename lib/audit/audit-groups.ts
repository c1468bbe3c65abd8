import type { AuditAction } from '@/lib/audit/audit-actions'
import type { Locale } from '@/lib/i18n/locale'
import { ownValue } from '@/lib/platform/own-value'

type GroupOf<A extends string> = A extends `${infer Group}.${string}` ? Group : never

/** What the first parts of the names of actions stand for. The filter lists actions by them. */
const groups = {
  account: { en: 'Exports of personal data', tr: 'Kişisel veri dışa aktarmaları' },
  administrator: { en: 'Administrators', tr: 'Yöneticiler' },
  api_key: { en: 'API keys', tr: 'API anahtarları' },
  audit: { en: 'Audit trail', tr: 'Denetim kaydı' },
  backup: { en: 'Backups', tr: 'Yedekler' },
  browser: { en: 'Trusted browsers', tr: 'Güvenilen tarayıcılar' },
  bulk_action: { en: 'Bulk actions', tr: 'Toplu işlemler' },
  contact: { en: 'Contact messages', tr: 'İletişim mesajları' },
  data: { en: 'Expired data', tr: 'Süresi dolan veriler' },
  email: { en: 'Email addresses', tr: 'E-posta adresleri' },
  identity: { en: 'Connected accounts', tr: 'Bağlı hesaplar' },
  impersonation: { en: 'Viewing as a user', tr: 'Kullanıcı olarak görüntüleme' },
  invitation: { en: 'Invitations', tr: 'Davetler' },
  login: { en: 'Lockouts', tr: 'Kilitlemeler' },
  mfa: { en: 'Two-step verification', tr: 'İki adımlı doğrulama' },
  notification: { en: 'Notifications', tr: 'Bildirimler' },
  notification_preferences: { en: 'Notification preferences', tr: 'Bildirim tercihleri' },
  notification_template: { en: 'Notification templates', tr: 'Bildirim şablonları' },
  passkey: { en: 'Passkeys', tr: 'Geçiş anahtarları' },
  password: { en: 'Passwords', tr: 'Parolalar' },
  payment: { en: 'Payments', tr: 'Ödemeler' },
  payments: { en: 'Exports of payments', tr: 'Ödeme dışa aktarmaları' },
  permission: { en: 'Permissions', tr: 'İzinler' },
  phone: { en: 'Phone numbers', tr: 'Telefon numaraları' },
  profile: { en: 'Profiles', tr: 'Profiller' },
  profile_field: { en: 'Profile fields', tr: 'Profil alanları' },
  refresh_token: { en: 'Refresh tokens', tr: 'Yenileme belirteçleri' },
  role: { en: 'Roles', tr: 'Roller' },
  secrets: { en: 'Stored secrets', tr: 'Saklanan gizli değerler' },
  service_account: { en: 'Service accounts', tr: 'Hizmet hesapları' },
  session: { en: 'Sessions', tr: 'Oturumlar' },
  settings: { en: 'Settings', tr: 'Ayarlar' },
  signing_key: { en: 'Signing keys', tr: 'İmzalama anahtarları' },
  upload: { en: 'Uploaded files', tr: 'Yüklenen dosyalar' },
  user: { en: 'Users', tr: 'Kullanıcılar' },
  user_import: { en: 'User imports', tr: 'Kullanıcı içe aktarmaları' },
  users: { en: 'Exports of users', tr: 'Kullanıcı dışa aktarmaları' },
  webhook: { en: 'Webhooks', tr: 'Webhook uç noktaları' },
} as const satisfies Record<GroupOf<AuditAction>, Record<Locale, string>>

/** The label of a group of actions, or the group itself if it is unknown. */
export function auditGroupLabel(group: string, locale: Locale): string {
  return ownValue<Record<Locale, string>>(groups, group)?.[locale] ?? group
}
