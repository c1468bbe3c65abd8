import type { Messages } from '@/lib/i18n/en'

export const inbox: Messages['inbox'] = {
  title: 'Gelen kutusu',
  lead: 'Hesap hareketleri ve mesajlar.',
  filter: 'Mesajları filtrele',
  all: 'Tümü',
  unread: 'Okunmamış',
  unreadMark: 'Okunmadı',
  unreadCount: { one: '{count} okunmamış mesaj', other: '{count} okunmamış mesaj' },
  announcement: {
    one: 'Gelen kutunuzda yeni mesaj var. {count} okunmamış mesaj.',
    other: 'Gelen kutunuzda yeni mesaj var. {count} okunmamış mesaj.',
  },
  open: 'Aç',
  openLabel: '“{title}” mesajını aç',
  markRead: 'Okundu olarak işaretle',
  markReadLabel: '“{title}” mesajını okundu olarak işaretle',
  markAllRead: 'Tümünü okundu olarak işaretle',
  allRead: {
    one: '{count} mesaj okundu olarak işaretlendi.',
    other: '{count} mesaj okundu olarak işaretlendi.',
  },
  delete: 'Sil',
  deleteLabel: '“{title}” mesajını sil',
  deleteTitle: '“{title}” silinsin mi?',
  deleteText: 'Yalnızca bu mesaj silinir. Bunu geri alamazsınız.',
  deleted: 'Mesaj silindi.',
  cancel: 'Vazgeç',
  emptyTitle: 'Henüz mesaj yok',
  emptyText: 'Hesap hareketleri ve size gelen mesajlar burada görünür.',
  noUnreadTitle: 'Okunmamış mesaj yok',
  noUnreadText: 'Tüm iletilerinizi okudunuz.',
  showAll: 'Tüm mesajları göster',
  newest: 'En yeni mesajlar',
  older: 'Daha eski mesajlar',
  origin: {
    deviceAndIp: 'Cihaz: {device}. IP adresi: {ip}.',
    device: 'Cihaz: {device}.',
    ip: 'IP adresi: {ip}.',
  },
  kinds: {
    'security.new_sign_in': {
      title: 'Yeni bir cihazda oturum açıldı',
      body: 'Bunu siz yapmadıysanız o oturumu kapatın ve parolanızı değiştirin.',
    },
    'security.refresh_token_reused': {
      title: 'Hesabınızı korumak için bir oturum kapatıldı',
      body: 'Oturumun belirteci iki kez kullanıldı; başka birinde kopyası olabilir. Nedenini bilmiyorsanız parolanızı değiştirin.',
    },
    'security.password_changed': {
      title: 'Parolanız değiştirildi',
      body: 'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
    },
    'security.mfa_enabled': {
      title: 'İki adımlı doğrulama açıldı',
      body: 'Oturum açmak için artık kod gerekiyor. Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
    },
    'security.mfa_disabled': {
      title: 'İki adımlı doğrulama kapatıldı',
      body: 'Artık yalnızca parolanızla oturum açıyorsunuz. Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
    },
    'security.mfa_reset': {
      title: 'Bir yönetici iki adımlı doğrulamanızı sıfırladı',
      body: 'Artık yalnızca parolanızla oturum açıyorsunuz. İki adımlı doğrulamayı yeniden kurun.',
    },
    'security.mfa_locked': {
      title: 'Çok fazla yanlış kod',
      body: 'Bir süre kod kabul etmiyoruz. Bunu siz yapmadıysanız biri parolanızı biliyor olabilir. Parolanızı değiştirin.',
    },
    'security.recovery_codes_renewed': {
      title: 'Kurtarma kodlarınız yenilendi',
      body: 'Eski kodlar artık çalışmaz. Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
    },
    'security.recovery_code_used': {
      title: 'Oturum açmak için bir kurtarma kodu kullanıldı',
      body: 'Kalan kod sayısı: {codes_left}. Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
    },
    'security.identity_linked': {
      title: '{provider} hesabınıza bağlandı',
      body: 'Artık bununla oturum açabilirsiniz. Bunu siz yapmadıysanız bağlantıyı kesin.',
    },
    'security.identity_unlinked': {
      title: '{provider} bağlantısı hesabınızdan kaldırıldı',
      body: 'Artık bununla oturum açamazsınız.',
    },
    'security.phone_changed': {
      title: 'Telefon numaranız değiştirildi',
      body: 'Bunu siz yapmadıysanız parolanızı değiştirin ve numarayı kaldırın.',
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
      body: 'Hesabınızla ilgili mesajlar artık yeni adrese gönderilir. Bunu beklemiyorsanız bir yöneticiye başvurun.',
    },
    'security.email_change_requested': {
      title: 'E-posta adresi değişikliği istendi',
      body: 'Yeni adres, doğrulandıktan sonra geçerli olur. Bunu siz yapmadıysanız parolanızı değiştirin. Bu, isteği iptal eder.',
    },
  },
}
