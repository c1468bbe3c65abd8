import type { Messages } from '@/lib/i18n/en'

export const userActions: Messages['userActions'] = {
  activate: {
    submit: 'Etkinleştir',
    title: '{person} etkinleştirilsin mi?',
    text: 'Yeniden oturum açabilir. Kapatılmış oturumlar kapalı kalır.',
    pendingText:
      '{email} adresi doğrulanmadan oturum açabilir. Bunu yalnızca adresin bu kullanıcıya ait olduğunu biliyorsanız yapın.',
    done: '{person} etkinleştirildi ve oturum açabilir.',
  },
  deactivate: {
    submit: 'Devre dışı bırak',
    title: '{person} devre dışı bırakılsın mı?',
    text: 'Tüm oturumları hemen kapanır ve e-postalarındaki bağlantılar geçersiz olur. Bir yönetici hesabı etkinleştirene kadar oturum açamaz.',
    ownText:
      'Bu sizin hesabınız. Oturumunuz hemen kapanır ve başka bir yönetici hesabı etkinleştirene kadar oturum açamazsınız.',
    done: '{person} devre dışı bırakıldı. Tüm oturumları kapatıldı.',
  },
  end_sessions: {
    submit: 'Tüm oturumları kapat',
    title: '{person} için tüm oturumlar kapatılsın mı?',
    text: 'Tüm tarayıcılar ve uygulamalar erişimini hemen kaybeder ve yeniden oturum açmak gerekir. Hesap değişmez.',
    ownText: 'Bu sizin hesabınız. Buradaki oturumunuz da kapanır.',
    done: '{person} için tüm oturumlar kapatıldı.',
  },
  restore: {
    submit: 'Geri yükle',
    title: '{person} geri yüklensin mi?',
    text: 'Hesap, önceki durumu ve rolleriyle geri yüklenir. Eski oturumlar ve bağlantılar geçersiz kalır.',
    done: '{person} geri yüklendi.',
  },
  delete: {
    submit: 'Sil',
    title: '{person} silinsin mi?',
    text: 'Hesap silinir ve tüm oturumları hemen kapanır. E-posta adresi ayrılmış kalır; bir yönetici hesabı geri yükleyebilir.',
    ownText:
      'Bu sizin hesabınız. Oturumunuz hemen kapanır ve hesabı yalnızca başka bir yönetici geri yükleyebilir.',
    done: '{person} silindi. Tüm oturumları kapatıldı.',
  },
}
