import type { Messages } from '@/lib/i18n/messages'

/** The pages under /auth. */
export const auth: Messages['auth'] = {
  login: {
    title: 'Giriş yap',
    heading: 'Gatehouse’a giriş yapın',
    lead: 'Tekrar hoş geldiniz. Devam etmek için bilgilerinizi girin.',
    submit: 'Giriş yap',
    forgot: 'Parolanızı mı unuttunuz?',
    registerPrompt: 'Hesabınız yok mu?',
    registerLink: 'Kaydolun',
    unverifiedAction: 'Yeni bağlantı gönder',
  },
  external: { continueWith: '{provider} ile devam et', or: 'veya' },
  notices: {
    signed_out: 'Çıkış yaptınız.',
    password_reset:
      'Parolanız değiştirildi ve tüm cihazlarda oturum kapatıldı. Yeni parolanızla giriş yapın.',
    email_verified: 'E-posta adresiniz doğrulandı. Artık giriş yapabilirsiniz.',
    session_ended: 'Oturumunuz sona erdi. Devam etmek için yeniden giriş yapın.',
  },
  register: {
    title: 'Kaydol',
    heading: 'Hesabınızı oluşturun',
    lead: 'Bir dakika sürer. Ardından e-posta adresinizi doğrularsınız.',
    submit: 'Kaydol',
    loginPrompt: 'Zaten hesabınız var mı?',
    loginLink: 'Giriş yapın',
  },
  checkMail: {
    title: 'E-postanızı kontrol edin',
    heading: 'E-postanızı kontrol edin',
    lead: 'Adres burada kullanılabiliyorsa içinde bağlantı olan bir ileti yola çıktı. Devam etmek için bağlantıyı açın.',
    leadFor:
      '{email} burada kullanılabiliyorsa içinde bağlantı olan bir ileti yola çıktı. Devam etmek için bağlantıyı açın.',
    spam: 'Birkaç dakika içinde gelmedi mi? Gereksiz posta klasörüne bakın veya yeni bir bağlantı isteyin.',
    resend: 'Yeni bağlantı gönder',
    toLogin: 'Giriş sayfasına dön',
    whereTitle: 'İleti nereye gitti?',
    whereLog: 'E-posta gönderimi ayarlanmamış; iletiler Gatehouse’un çalıştığı terminale yazılır.',
  },
  forgot: {
    title: 'Parolanızı sıfırlayın',
    heading: 'Parolanızı sıfırlayın',
    lead: 'E-posta adresinizi yazın. Bu adrese ait bir hesap varsa yeni parola belirlemeniz için bağlantı göndeririz.',
    submit: 'Bağlantıyı gönder',
    toLogin: 'Giriş sayfasına dön',
  },
  reset: {
    title: 'Yeni parola belirleyin',
    heading: 'Yeni parola belirleyin',
    lead: 'Ardından tüm cihazlarda oturum kapatılır ve yeni parolanızla giriş yaparsınız.',
    submit: 'Parolayı değiştir',
    askAgain: 'Yeni bağlantı iste',
  },
  verify: {
    title: 'E-posta adresinizi doğrulayın',
    heading: 'E-posta adresinizi doğrulayın',
    lead: 'Tek bir tıklama kaldı, sonra hesabınız hazır.',
    submit: 'Adresi doğrula',
    askAgain: 'Yeni bağlantı gönder',
  },
  missingToken: {
    heading: 'Bu bağlantı eksik',
    lead: 'İletideki bağlantıyı yeniden açın ya da tamamını adres çubuğuna kopyalayın.',
  },
  resend: {
    title: 'Yeni bağlantı alın',
    heading: 'Yeni bağlantı alın',
    lead: 'E-posta adresinizi yazın. Doğrulama bekliyorsa iletiyi yeniden göndeririz.',
    submit: 'Bağlantıyı gönder',
    toLogin: 'Giriş sayfasına dön',
  },
  setup: {
    title: 'Gatehouse kurulumu',
    heading: 'İlk yöneticiyi oluşturun',
    lead: 'Bu hesap tüm izinlere sahip olur. Bağlantı bir kez ve yalnızca bir saat çalışır.',
    submit: 'Yöneticiyi oluştur',
    stale: 'Yönetici olmadığı sürece servis her başladığında terminale yeni bir bağlantı yazar.',
  },
  invitation: {
    title: 'Davetinizi kabul edin',
    heading: 'Gatehouse’a hoş geldiniz',
    lead: 'Bir parola belirleyin, hesabınız hazır olsun.',
    submit: 'Daveti kabul et',
    askAgain: 'Yeni bağlantı iste',
  },
  logout: {
    title: 'Çıkış yap',
    heading: 'Gatehouse’tan çıkılsın mı?',
    lead: 'İstediğiniz zaman yeniden giriş yapabilirsiniz. Diğer cihazlarda oturum açık kalır.',
    submit: 'Çıkış yap',
    cancel: 'Oturumu açık tut',
  },
}
