import type { Messages } from '@/lib/i18n/en'

export const userActions: Messages['userActions'] = {
  activate: {
    submit: 'Etkinleştir',
    title: '{person} etkinleştirilsin mi?',
    text: 'Kullanıcı yeniden oturum açabilir. Kapatılan oturumlar yeniden açılmaz, iptal edilen API anahtarları geçersiz kalır.',
    pendingText:
      'Kullanıcı, {email} adresini doğrulamadan oturum açabilir. Bunu yalnızca adresin bu kullanıcıya ait olduğunu biliyorsanız yapın.',
    waitingText: 'Kaydı onaylar: Kullanıcı oturum açabilir ve kendisine e-posta gönderilir.',
    serviceText: 'Hesap için yeniden API anahtarı oluşturulabilir. Eski anahtarlar geçersiz kalır.',
    done: '{person} etkinleştirildi ve oturum açabilir.',
    serviceDone: '{person} etkinleştirildi. Bu hesap için API anahtarı oluşturun.',
  },
  deactivate: {
    submit: 'Devre dışı bırak',
    title: '{person} devre dışı bırakılsın mı?',
    text: 'Oturumları hemen kapatılır, içe aktarmaları ve toplu işlemleri durdurulur; bildirimleri ve API anahtarları iptal edilir, e-postalarındaki bağlantılar ve kopyaladığı davet bağlantıları geçersiz olur. Hesap bir yönetici tarafından etkinleştirilene kadar oturum açamaz; etkinleştirme bunları geri getirmez.',
    ownText:
      'Bu sizin hesabınız. Oturumunuz hemen kapatılır, API anahtarlarınız iptal edilir ve hesap başka bir yönetici tarafından etkinleştirilene kadar oturum açamazsınız.',
    serviceText:
      'API anahtarları hemen iptal edilir. Hesap yeniden etkinleştirildiğinde yeni anahtarlar gerekir.',
    done: '{person} devre dışı bırakıldı. Oturumları kapatıldı, API anahtarları iptal edildi.',
    serviceDone: '{person} devre dışı bırakıldı. API anahtarları iptal edildi.',
  },
  end_sessions: {
    submit: 'Tüm oturumları kapat',
    title: '{person} için tüm oturumlar kapatılsın mı?',
    text: 'Kullanıcının tüm tarayıcı ve uygulamalarının erişimi hemen kesilir ve yeniden oturum açmaları gerekir. Henüz doğrulanmamış e-posta adresi değişikliği iptal edilir. Hesapta başka bir şey değişmez.',
    ownText: 'Bu sizin hesabınız. Buradaki oturumunuz da kapanır.',
    done: '{person} için tüm oturumlar kapatıldı.',
  },
  restore: {
    submit: 'Geri yükle',
    title: '{person} geri yüklensin mi?',
    text: 'Hesap, önceki durumu ve rolleriyle geri yüklenir. Eski oturumlar, bağlantılar ve API anahtarları geçersiz kalır. Silinen dosyalar ve telefon numarası geri gelmez.',
    done: '{person} geri yüklendi.',
  },
  delete: {
    submit: 'Sil',
    title: '{person} silinsin mi?',
    text: 'Oturumları hemen kapatılır, içe aktarmaları ve toplu işlemleri durdurulur; bildirimleri ve API anahtarları iptal edilir, bağlantıları geçersiz olur, dosyaları ve telefon numarası silinir. Hesap geri yüklense bile bunlar geri gelmez. E-posta adresi, hesap kalıcı olarak silinene kadar başka bir hesapta kullanılamaz.',
    serviceText:
      'API anahtarları hemen iptal edilir. Hesap geri yüklense bile anahtarlar geri gelmez.',
    restorable: 'Hesap bir yönetici tarafından geri yüklenebilir.',
    restorableFor:
      'Hesap {period} içinde bir yönetici tarafından geri yüklenebilir. Bu sürenin sonunda kalıcı olarak silinir.',
    done: '{person} silindi. Oturumları kapatıldı, API anahtarları iptal edildi.',
    serviceDone: '{person} silindi. API anahtarları iptal edildi.',
  },
}
