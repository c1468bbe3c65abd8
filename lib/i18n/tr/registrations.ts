import type { Messages } from '@/lib/i18n/en'

/** The registrations that administrators approve or decline, in Turkish. */
export const registrations: Messages['registrations'] = {
  title: 'Onay bekleyen kayıtlar',
  lead: 'Bu kullanıcılar e-posta adreslerini doğruladı. Siz onayladıktan sonra oturum açabilirler.',
  leadOff:
    'Şu anda yeni kullanıcılar için onay gerekmiyor. Onay gerekirken kaydolanlar, siz karar verene kadar bekler.',
  back: 'Tüm kullanıcılar',
  total: { one: '{count} kayıt', other: '{count} kayıt' },
  link: { one: 'Onay bekleyen {count} kayıt', other: 'Onay bekleyen {count} kayıt' },
  badge: 'Onay bekliyor',
  columns: {
    user: 'Kullanıcı',
    method: 'Kayıt yöntemi',
    since: 'Bekleme başlangıcı',
    actions: 'İşlemler',
  },
  password: 'E-posta ve parola',
  approve: 'Onayla',
  approveFor: '{email} kaydını onayla',
  decline: 'Reddet',
  declineFor: '{email} kaydını reddet',
  declineTitle: '{email} kaydı reddedilsin mi?',
  declineText:
    'Hesabı siler ve kullanıcıya e-posta gönderir. Bunu geri alamazsınız. Bu adresle yeniden kaydolunabilir.',
  reason: 'Gerekçe',
  reasonHint: 'Kullanıcıya gönderilir.',
  cancel: 'Vazgeç',
  approved: '{email} onaylandı ve kullanıcıya e-posta gönderildi.',
  declined: '{email} reddedildi ve kullanıcıya e-posta gönderildi.',
  emptyTitle: 'Bekleyen kayıt yok',
  emptyText:
    '“Kimler kaydolabilir” ayarı onay gerektiriyorsa, kaydolup e-posta adresini doğrulayan kullanıcılar burada görünür.',
  settings: 'Kimlerin kaydolabileceğini değiştir',
  first: 'Başa dön',
  next: 'Diğer kayıtlar',
  refusals: {
    conflict: 'Bu kayıt daha önce onaylandı.',
    not_found: 'Bu kayıt daha önce reddedildi.',
    precondition_failed:
      'Bu kayıt bu sırada onaylandığı veya değiştirildiği için reddedilmedi. Hâlâ listedeyse gözden geçirip yeniden karar verin.',
    privilege_escalation:
      'Bu kullanıcıya sizde olmayan izinler verilmiş. Kararı, bu izinlere sahip bir yöneticiden isteyin.',
  },
  inbox: {
    one: {
      title: '{email} onay bekliyor',
      body: 'Kaydı onaylayın veya reddedin.',
    },
    many: {
      title: 'Başka kayıtlar da onay bekliyor',
      body: 'Listede onaylayın veya reddedin.',
    },
  },
}
