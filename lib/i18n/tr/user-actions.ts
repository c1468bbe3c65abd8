import type { Messages } from '@/lib/i18n/en'

export const userActions: Messages['userActions'] = {
  activate: {
    submit: 'Etkinleştir',
    title: '{person} etkinleştirilsin mi?',
    text: 'Kullanıcı yeniden oturum açabilir. Kapatılmış oturumlar kapalı kalır.',
    pendingText:
      'Kullanıcı, {email} adresini doğrulamadan oturum açabilir. Bunu yalnızca adresin bu kullanıcıya ait olduğunu biliyorsanız yapın.',
    waitingText: 'Kaydı onaylar: Kullanıcı oturum açabilir ve kendisine e-posta gönderilir.',
    serviceText:
      'Hesap için yeniden API anahtarı oluşturulabilir. Eski anahtarlar iptal edilmiş kalır.',
    done: '{person} etkinleştirildi ve oturum açabilir.',
    serviceDone: '{person} etkinleştirildi. Bu hesap için API anahtarı oluşturun.',
  },
  deactivate: {
    submit: 'Devre dışı bırak',
    title: '{person} devre dışı bırakılsın mı?',
    text: 'Tüm oturumları hemen kapanır, e-postalarındaki bağlantılar ve kopyaladığı davet bağlantıları geçersiz olur, içe aktarmaları ve toplu işlemleri durdurulur, bildirimleri iptal edilir. Hesap bir yönetici tarafından etkinleştirilene kadar oturum açamaz.',
    ownText:
      'Bu sizin hesabınız. Oturumunuz hemen kapanır ve hesap başka bir yönetici tarafından etkinleştirilene kadar oturum açamazsınız.',
    serviceText:
      'API anahtarları hemen iptal edilir. Hesap yeniden etkinleştirildiğinde yeni anahtarlar gerekir.',
    done: '{person} devre dışı bırakıldı. Tüm oturumları kapatıldı.',
    serviceDone: '{person} devre dışı bırakıldı. API anahtarları iptal edildi.',
  },
  end_sessions: {
    submit: 'Tüm oturumları kapat',
    title: '{person} için tüm oturumlar kapatılsın mı?',
    text: 'Kullanıcının tüm tarayıcı ve uygulamalarının erişimi hemen kesilir ve yeniden oturum açmaları gerekir. Hesap değişmez.',
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
    text: 'Hesap silinir, tüm oturumları hemen kapanır, kullanıcının kopyaladığı davet bağlantıları geçersiz olur, içe aktarmaları ve toplu işlemleri durdurulur, bildirimleri iptal edilir. E-posta adresi başka bir hesapta kullanılamaz. Hesap bir yönetici tarafından geri yüklenebilir.',
    ownText:
      'Bu sizin hesabınız. Oturumunuz hemen kapanır ve hesabı yalnızca başka bir yönetici geri yükleyebilir.',
    serviceText:
      'Hesap silinir ve API anahtarları hemen iptal edilir. Hesap bir yönetici tarafından geri yüklenebilir, anahtarlar geri yüklenemez.',
    done: '{person} silindi. Tüm oturumları kapatıldı.',
    serviceDone: '{person} silindi. API anahtarları iptal edildi.',
  },
}
