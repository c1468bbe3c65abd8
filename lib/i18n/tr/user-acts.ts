import type { Messages } from '@/lib/i18n/messages'

/** Yöneticilerin bir hesapla tek tıkla yaptıkları, sunulduğu her yerde. */
export const userActs: Messages['userActs'] = {
  activate: {
    submit: 'Etkinleştir',
    title: '{person} etkinleştirilsin mi?',
    text: 'Yeniden giriş yapabilir. Kapatılmış oturumlar kapalı kalır.',
    pendingText:
      '{email} adresini doğrulamadan giriş yapabilir. Bunu yalnızca adresin ona ait olduğunu biliyorsanız yapın.',
    done: '{person} etkin ve giriş yapabilir.',
  },
  deactivate: {
    submit: 'Devre dışı bırak',
    title: '{person} devre dışı bırakılsın mı?',
    text: 'Tüm oturumları hemen kapanır, e-postalardaki bağlantılar geçersiz olur ve biri hesabı etkinleştirene kadar giriş yapamaz.',
    ownText:
      'Bu sizin hesabınız. Oturumunuz hemen kapanır ve başka bir yönetici etkinleştirene kadar giriş yapamazsınız.',
    done: '{person} devre dışı bırakıldı ve tüm oturumları kapatıldı.',
  },
  end_sessions: {
    submit: 'Tüm oturumları kapat',
    title: '{person} için tüm oturumlar kapatılsın mı?',
    text: 'Tüm tarayıcıları ve uygulamaları erişimi hemen kaybeder ve yeniden giriş yapması gerekir. Hesap olduğu gibi kalır.',
    ownText: 'Bu sizin hesabınız: buradaki oturumunuz da kapanır.',
    done: '{person} için tüm oturumlar kapatıldı.',
  },
  restore: {
    submit: 'Geri yükle',
    title: '{person} geri yüklensin mi?',
    text: 'Hesap, silinmeden önceki durumuna aynı rollerle döner. Eski oturumlar ve bağlantılar geçersiz kalır.',
    done: '{person} geri yüklendi.',
  },
  delete: {
    submit: 'Sil',
    title: '{person} silinsin mi?',
    text: 'Tüm oturumları hemen kapanır ve artık giriş yapamaz. Adres ayrılmış kalır; hesap geri yüklenebilir.',
    ownText: 'Bu sizin hesabınız. Oturumunuz hemen kapanır ve hesabı yalnızca başkası geri yükleyebilir.',
    done: '{person} silindi ve tüm oturumları kapatıldı.',
  },
}
