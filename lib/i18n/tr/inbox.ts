import type { Messages } from '@/lib/i18n/messages'

/** The inbox, in Turkish. */
export const inbox: Messages['inbox'] = {
  title: 'Gelen kutusu',
  lead: 'Hesabınızda olup bitenler ve size gelen iletiler.',
  filter: 'Hangi iletiler',
  all: 'Tümü',
  unread: 'Okunmamış',
  unreadMark: 'Okunmadı',
  unreadCount: { one: '{count} okunmamış ileti', other: '{count} okunmamış ileti' },
  announcement: {
    one: 'Gelen kutunuzda yeni ileti var. {count} okunmamış ileti.',
    other: 'Gelen kutunuzda yeni ileti var. {count} okunmamış ileti.',
  },
  open: 'Aç',
  openLabel: '“{title}” iletisini aç',
  markRead: 'Okundu yap',
  markReadLabel: '“{title}” iletisini okundu yap',
  markAllRead: 'Tümünü okundu yap',
  allRead: {
    one: '{count} ileti okundu olarak işaretlendi.',
    other: '{count} ileti okundu olarak işaretlendi.',
  },
  delete: 'Sil',
  deleteLabel: '“{title}” iletisini sil',
  deleteTitle: '“{title}” silinsin mi?',
  deleteText: 'Geri getirilemez. Anlattığı şey olduğu gibi kalır.',
  deleted: 'İleti silindi.',
  cancel: 'Vazgeç',
  emptyTitle: 'Henüz bir şey yok',
  emptyText: 'Hesabınızda bir şey olduğunda veya biri size yazdığında burada görünür.',
  noUnreadTitle: 'Hepsi okundu',
  noUnreadText: 'Okumadığınız bir şey yok.',
  showAll: 'Tüm iletileri göster',
  newest: 'En yeni iletiler',
  older: 'Daha eski iletiler',
  whence: {
    deviceAndIp: 'Cihaz: {device}, adres: {ip}.',
    device: 'Cihaz: {device}.',
    ip: 'Adres: {ip}.',
  },
  kinds: {
    'security.new_sign_in': {
      title: 'Yeni bir cihazdan giriş yapıldı',
      body: 'Siz değilseniz o oturumu kapatın ve parolanızı değiştirin.',
    },
    'security.refresh_token_reused': {
      title: 'Bir oturum güvenliğiniz için kapatıldı',
      body: 'Anahtarı iki kez kullanıldı: birinde kopyası olabilir. Nedenini bilmiyorsanız parolanızı değiştirin.',
    },
    'security.password_changed': {
      title: 'Parolanız değiştirildi',
      body: 'Siz değilseniz hemen sıfırlayın.',
    },
    'security.mfa_enabled': {
      title: 'İki adımlı giriş açıldı',
      body: 'Artık giriş için kod gerekir. Siz değilseniz parolanızı hemen sıfırlayın.',
    },
    'security.mfa_disabled': {
      title: 'İki adımlı giriş kapatıldı',
      body: 'Hesabınızı artık yalnızca parolanız açar. Siz değilseniz hemen sıfırlayın.',
    },
    'security.mfa_reset': {
      title: 'Bir yönetici iki adımlı girişinizi sıfırladı',
      body: 'Hesabınızı artık yalnızca parolanız açar. İki adımlı girişi yeniden kurun.',
    },
    'security.mfa_locked': {
      title: 'Çok fazla yanlış giriş kodu',
      body: 'Kodlar bir süre kabul edilmez. Siz değilseniz biri parolanızı biliyor olabilir: değiştirin.',
    },
    'security.recovery_codes_renewed': {
      title: 'Yeni kurtarma kodlarınız var',
      body: 'Eskileri artık çalışmaz. Siz değilseniz parolanızı hemen sıfırlayın.',
    },
    'security.recovery_code_used': {
      title: 'Giriş için bir kurtarma kodu kullanıldı',
      body: 'Kalan kod: {codes_left}. Siz değilseniz parolanızı hemen sıfırlayın.',
    },
    'security.identity_linked': {
      title: '{provider} hesabınıza bağlandı',
      body: 'Artık hesabınızı açar. Siz değilseniz bağlantısını kesin.',
    },
    'security.identity_unlinked': {
      title: '{provider} bağlantısı hesabınızdan kesildi',
      body: 'Artık hesabınızı açmaz.',
    },
    'security.phone_changed': {
      title: 'Telefon numaranız değiştirildi',
      body: 'Bunu siz yapmadıysanız parolanızı değiştirin, ardından numarayı kaldırın.',
    },
    'security.mail_settings_changed': {
      title: 'E-posta ayarları değiştirildi',
      body: 'Bu değişiklikten haberiniz yoksa ayarları ve denetim kaydını hemen kontrol edin.',
    },
    'security.phone_removed': {
      title: 'Telefon numaranız kaldırıldı',
      body: 'Bunu siz yapmadıysanız parolanızı değiştirin.',
    },
    'security.address_changed': {
      title: 'E-posta adresiniz değiştirildi',
      body: 'Hesabınızla ilgili iletiler yeni adrese gider. Bunu beklemiyorsanız bir yöneticiye başvurun.',
    },
    'security.email_change_requested': {
      title: 'Başka bir e-posta adresi istendi',
      body: 'Oradan doğrulanınca geçerli olur. Siz değilseniz parolanızı değiştirin: istek sona erer.',
    },
  },
}
