import type { Messages } from '@/lib/i18n/en'

/** Changing the email address, exporting data and deleting the account, in Turkish. */
export const ownAccount: Messages['ownAccount'] = {
  notices: {
    email_changed:
      'E-posta adresi değiştirildi. Hesabınızla ilgili mesajlar artık bu adrese gönderilir.',
    account_deleted: 'Hesap silindi. Tüm cihazlarda oturumunuz kapatıldı.',
    account_erased: 'Hesap kalıcı olarak silindi. Tüm cihazlarda oturumunuz kapatıldı.',
  },
  signInAgain: 'Yeniden oturum aç',
  email: {
    title: 'E-posta adresi',
    lead: 'Bu adresle oturum açarsınız. Hesabınızla ilgili mesajlar da bu adrese gelir.',
    leadExternal: 'Hesabınızla ilgili mesajlar bu adrese gelir.',
    change: 'Adresi değiştir',
    presentTitle: 'Mevcut adres',
    changeTitle: 'E-posta adresinizi değiştirin',
    changeText:
      'Yeni adrese bir bağlantı, mevcut adrese de bir bildirim göndeririz. Bağlantıyı açana kadar hiçbir şey değişmez.',
    newEmail: 'Yeni e-posta adresi',
    submit: 'Bağlantı gönder',
    signInText:
      'Oturum açmanızın üzerinden bir süre geçti. Yeniden oturum açın, ardından adresi değiştirin.',
    sent: 'Yeni adres kullanılabiliyorsa bu adrese bir bağlantı gönderdik. Değişikliği onaylamak için bağlantıyı açın.',
    waitingTitle: 'Doğrulama bekleniyor',
    waitingText:
      '{email} kullanılabiliyorsa bu adrese bir bağlantı gönderdik. Bağlantıyı açtığınızda adresiniz bu olur. Bağlantı {until} tarihine kadar geçerlidir.',
    waitingHint:
      'E-posta gelmedi mi? Spam klasörünüze bakın veya aşağıdan yeni bir bağlantı isteyin. Yalnızca en yeni bağlantı geçerlidir.',
    cancel: 'Değişikliği iptal et',
    canceled: 'Değişiklik iptal edildi. Adresiniz aynı kaldı.',
  },
  confirm: {
    title: 'Yeni e-posta adresinizi doğrulayın',
    heading: 'Yeni e-posta adresinizi doğrulayın',
    lead: 'Doğruladıktan sonra {email} ile oturum açarsınız.',
    submit: 'Yeni adresi doğrula',
    askAgain: 'Yeni bağlantı iste',
    dead: 'Bağlantının süresi dolmuş, yerine yenisi gönderilmiş veya bağlantı daha önce kullanılmış.',
  },
  data: {
    title: 'Verileriniz',
    lead: 'Verilerinizin bir kopyasını indirin veya hesabınızı silin.',
    exportTitle: 'Verilerinizi indirin',
    exportText:
      'Profiliniz, oturumlarınız, oturum açma yöntemleriniz, API anahtarlarınız, dosyalarınız (bağlantı olarak), ödemeleriniz, mesajlarınız ve etkinlikleriniz dahil, hakkınızda sakladığımız her şeyi içeren bir JSON dosyası. Parolalar, kodlar ve diğer kullanıcıların verileri yer almaz.',
    download: 'İndir',
    deleteTitle: 'Hesabınızı silin',
    deleteText:
      'Tüm cihazlarda oturumunuz kapatılır ve bir daha oturum açamazsınız. API anahtarlarınız iptal edilir, dosyalarınız ve telefon numaranız silinir. Hesap geri yüklense bile bunlar geri gelmez.',
    restorableFor:
      'Hesabınız {period} içinde bir yönetici tarafından geri yüklenebilir. Bu sürenin sonunda kalıcı olarak silinir. O zamana kadar e-posta adresinizle başka kimse kaydolamaz.',
    restorable:
      'Hesabınız bir yönetici tarafından geri yüklenebilir. E-posta adresinizle başka kimse kaydolamaz.',
    delete: 'Hesabı sil',
    confirmTitle: '{email} hesabı silinsin mi?',
    confirmText:
      'Tüm oturumlar hemen kapatılır, tüm API anahtarları iptal edilir ve bu hesapta artık kimse oturum açamaz. Bunu kendiniz geri alamazsınız.',
    confirmSubmit: 'Hesabı şimdi sil',
    eraseTitle: 'Hesabınızı kalıcı olarak silin',
    eraseText:
      'Hesabınız, dosyalarınız ve diğer tüm kişisel verileriniz hemen ve kalıcı olarak silinir. Hesap kimse tarafından geri yüklenemez. Ödeme kayıtları saklanır, ancak bu kayıtlarda size ait yalnızca bir kullanıcı kimliği (ID) kalır. E-posta adresinizle yeniden kaydolunabilir.',
    erase: 'Hesabı kalıcı olarak sil',
    eraseConfirmTitle: '{email} hesabı kalıcı olarak silinsin mi?',
    eraseConfirmText:
      'Tüm oturumlar hemen kapatılır, tüm API anahtarları iptal edilir, hesap ve verileri kalıcı olarak silinir. Bunu geri alamazsınız.',
    eraseConfirmSubmit: 'Hesabı şimdi kalıcı olarak sil',
    signInText:
      'Oturum açmanızın üzerinden bir süre geçti. Yeniden oturum açın, ardından hesabı silin.',
    reload: 'Sayfayı yenile',
    cancel: 'Vazgeç',
  },
}
