import type { Messages } from '@/lib/i18n/en'

/** The pages under /auth, in Turkish. */
export const auth: Messages['auth'] = {
  login: {
    title: 'Oturum aç',
    heading: '{product} hesabınızda oturum açın',
    lead: 'Devam etmek için bilgilerinizi girin.',
    submit: 'Oturum aç',
    forgot: 'Parolanızı mı unuttunuz?',
    registerPrompt: 'Hesabınız yok mu?',
    registerLink: 'Kaydolun',
    unverifiedAction: 'Yeni bağlantı iste',
    lockedAction: 'Parolanızı sıfırlayın',
  },
  external: { continueWith: '{provider} ile devam et', or: 'veya' },
  notices: {
    signed_out: 'Oturumunuz kapatıldı.',
    password_reset:
      'Parola değiştirildi ve tüm cihazlarda oturumunuz kapatıldı. Yeni parolanızla oturum açın.',
    email_verified: 'E-posta adresi doğrulandı. Artık oturum açabilirsiniz.',
    awaits_approval:
      'E-posta adresi doğrulandı. Oturum açabilmeniz için hesabınızın bir yönetici tarafından onaylanması gerekiyor. Onaylandığında size e-posta göndereceğiz.',
    session_disowned_address_changed:
      'O cihazdaki oturum kapatıldı ve o zamandan beri eklenenler kaldırıldı. Hesabın e-posta adresi değiştirilmiş: Hesabı geri almak için yöneticiye başvurun.',
    session_ended: 'Oturumunuz sona erdi. Devam etmek için yeniden oturum açın.',
  },
  register: {
    title: 'Kaydol',
    heading: 'Hesabınızı oluşturun',
    lead: 'Yalnızca bir dakika sürer. Ardından e-posta adresinizi doğrulamanızı isteyeceğiz.',
    leadApproval:
      'E-posta adresinizi doğrulamanızı isteyeceğiz. Ardından hesabınızın bir yönetici tarafından onaylanması gerekir. Onaylandığında size e-posta göndereceğiz.',
    domains: {
      one: 'Şununla biten bir e-posta adresi gerekir: {domains}.',
      other: 'Şunlardan biriyle biten bir e-posta adresi gerekir: {domains}.',
    },
    domainsHidden:
      'Yalnızca belirli e-posta adresleriyle, örneğin kuruluşunuzun adresleriyle kaydolunabilir.',
    closedHeading: 'Kayıt yalnızca davetle yapılıyor',
    closedLead:
      'Bir yöneticiden davet isteyin. Zaten davet edildiyseniz e-postadaki bağlantıyı açın.',
    toLogin: 'Oturum açın',
    submit: 'Kaydol',
    loginPrompt: 'Zaten hesabınız var mı?',
    loginLink: 'Oturum açın',
  },
  checkMail: {
    title: 'E-postanızı kontrol edin',
    heading: 'E-postanızı kontrol edin',
    lead: 'Adres kullanılabiliyorsa bu adrese bir bağlantı gönderdik. Devam etmek için bağlantıyı açın.',
    leadFor:
      '{email} ile kaydolunabiliyorsa bu adrese bir bağlantı gönderdik. Devam etmek için bağlantıyı açın.',
    leadReset:
      '{email} ile bir hesap varsa bu adrese bir bağlantı gönderdik. Yeni parola belirlemek için bağlantıyı açın.',
    leadResend:
      '{email} adresinin doğrulanması gerekiyorsa bu adrese yeni bir bağlantı gönderdik. Devam etmek için bağlantıyı açın.',
    leadSignIn:
      '{email} adresine bir bağlantı gönderdik. {provider} ile oturum açmayı tamamlamak için bağlantıyı bu tarayıcıda açın. Bağlantı 30 dakika geçerlidir.',
    spam: 'Birkaç dakika içinde e-posta gelmedi mi? Spam klasörünüze bakın veya yeni bir bağlantı isteyin.',
    spamSignIn:
      'Birkaç dakika içinde e-posta gelmedi mi? Spam klasörünüze bakın veya yeni bir bağlantı almak için yeniden oturum açın.',
    resend: 'Yeni bağlantı iste',
    toLogin: 'Oturum açma sayfasına dön',
    whereTitle: 'E-postayı nerede bulabilirsiniz?',
    whereLog:
      'Bir e-posta sunucusu yapılandırılmadığı için e-postalar {product} uygulamasının çalıştığı terminale yazılır.',
  },
  forgot: {
    title: 'Parolanızı sıfırlayın',
    heading: 'Parolanızı sıfırlayın',
    lead: 'E-posta adresinizi girin, size yeni parola belirlemeniz için bir bağlantı gönderelim.',
    invited: {
      heading: 'Yeni bağlantı alın',
      lead: 'Davet edilen e-posta adresini girin, size parola belirlemeniz için bir bağlantı gönderelim. E-posta gelmezse yöneticiden yeni bir davet isteyin.',
    },
    submit: 'Bağlantı gönder',
    toLogin: 'Oturum açma sayfasına dön',
  },
  reset: {
    title: 'Yeni parola belirleyin',
    heading: 'Yeni parola belirleyin',
    lead: 'Tüm cihazlarda oturumunuz kapatılır, ardından yeni parolanızla oturum açabilirsiniz.',
    submit: 'Parolayı değiştir',
    askAgain: 'Yeni bağlantı iste',
    dead: 'Bağlantının süresi dolmuş veya bağlantı daha önce kullanılmış. Yeni parolanızı belirlediyseniz onunla oturum açın.',
  },
  notMe: {
    title: 'Hesabınızın güvenliğini sağlayın',
    heading: 'Hesabınızın güvenliğini sağlayın',
    lead: '{email} hesabında oturum açan cihazdaki ve daha sonra oturum açan tüm cihazlardaki oturumları kapatacağız. O zamandan beri hesaba eklenen geçiş anahtarlarını, kimlik doğrulama uygulamasını, kurtarma kodlarını, sağlayıcı hesaplarını, API anahtarlarını, telefon numarasını ve e-posta adresi değişikliği talebini de kaldıracağız. O zamandan beri başlatılan içe aktarmaları ve toplu işlemleri durduracağız, oluşturulan bildirimleri iptal edeceğiz ve kopyalanan davet bağlantılarını geçersiz kılacağız. O cihazda oturum bir sağlayıcı hesabıyla açıldıysa o hesabın bağlantısını da keseceğiz. Ardından yeni bir parola belirlersiniz; böylece diğer tüm cihazlarda da oturum kapatılır.',
    leadAddressChanged:
      '{email} hesabında oturum açan cihazdaki ve daha sonra oturum açan tüm cihazlardaki oturumları kapatacağız. O zamandan beri hesaba eklenen geçiş anahtarlarını, kimlik doğrulama uygulamasını, kurtarma kodlarını, sağlayıcı hesaplarını, API anahtarlarını, telefon numarasını ve e-posta adresi değişikliği talebini de kaldıracağız. O zamandan beri başlatılan içe aktarmaları ve toplu işlemleri durduracağız, oluşturulan bildirimleri iptal edeceğiz ve kopyalanan davet bağlantılarını geçersiz kılacağız. O cihazda oturum bir sağlayıcı hesabıyla açıldıysa o hesabın bağlantısını da keseceğiz. Hesabın e-posta adresi değiştirilmiş; bu yüzden burada yeni bir parola belirleyemezsiniz. Hesabı geri almak için yöneticiye başvurun.',
    submit: 'Hesabın güvenliğini sağla',
    dead: 'Bağlantının süresi dolmuş veya bağlantı daha önce kullanılmış. Tüm cihazlarda oturumu kapatmak için parolanızı sıfırlayın.',
    forgot: 'Parolayı sıfırla',
    notices: {
      session_disowned:
        'O cihazdaki oturum kapatıldı ve o zamandan beri eklenenler kaldırıldı. Şimdi yeni bir parola belirleyin.',
    },
  },
  verify: {
    title: 'E-posta adresinizi doğrulayın',
    heading: 'E-posta adresinizi doğrulayın',
    lead: '{email} adresinin sizin e-posta adresiniz olduğunu doğrulayın.',
    leadPassword:
      '{email} adresini doğrulamak için kaydolurken seçtiğiniz parolayı girin veya yeni bir parola belirleyin.',
    submit: 'E-posta adresini doğrula',
    askAgain: 'Yeni bağlantı iste',
    enterPassword: 'Parola girin',
    dead: 'Bağlantının süresi dolmuş veya bağlantı daha önce kullanılmış. Adresinizi doğruladıysanız oturum açın.',
  },
  confirmSignIn: {
    title: 'Oturum açmayı tamamlayın',
    heading: 'Oturum açmayı tamamlayın',
    lead: '{provider} ile oturum açtınız. {email} olarak devam edin.',
    submit: 'Devam et',
    dead: 'Bağlantının süresi dolmuş veya bağlantı daha önce kullanılmış. Yenisini almak için yeniden oturum açın.',
    otherHeading: 'Bağlantıyı, başladığınız tarayıcıda açın',
    otherLead:
      'Oturum açmaya başka bir tarayıcıda başladınız; bağlantı yalnızca o tarayıcıda çalışır. Bağlantı hâlâ geçerli.',
    toLogin: 'Oturum açma sayfasına git',
  },
  deadLink: { heading: 'Bu bağlantı artık geçerli değil' },
  missingToken: {
    heading: 'Bu bağlantı eksik',
    lead: 'E-postadaki bağlantıyı yeniden açın veya bağlantının tamamını adres çubuğuna kopyalayın.',
  },
  resend: {
    title: 'Yeni doğrulama bağlantısı alın',
    heading: 'Yeni doğrulama bağlantısı alın',
    lead: 'E-posta adresinizi girin. Adresinizin doğrulanması gerekiyorsa size yeni bir bağlantı göndeririz.',
    submit: 'Bağlantı gönder',
    toLogin: 'Oturum açma sayfasına dön',
  },
  setup: {
    title: '{product} kurulumu',
    heading: 'İlk yöneticiyi oluşturun',
    lead: 'Bu hesap tüm izinlere sahip olur. Bağlantı bir kez kullanılabilir ve 1 saat geçerlidir.',
    submit: 'Yönetici oluştur',
    stale:
      'İlk yönetici oluşturulana kadar {product} her başlatıldığında terminale yeni bir bağlantı yazar.',
    done: '{product} için zaten bir yönetici var.',
  },
  welcome: {
    title: 'Hoş geldiniz',
    heading: '{product} uygulamasına hoş geldiniz',
    lead: 'Henüz yönetici yok. İlk yöneticiyi kurulum bağlantısıyla oluşturun.',
    stepTerminal: '{product} uygulamasının çalıştığı terminale gidin.',
    stepLog: '{product} sunucu günlüğünü (standart çıktı) açın.',
    stepLink: 'Şu sözcüklerle başlayan satırdaki bağlantıyı açın:',
    stepChoose:
      'E-posta adresinizi girin ve bir parola belirleyin. Yönetici olarak oturumunuz açılır.',
    once: 'Bağlantı bir kez kullanılabilir ve 1 saat geçerlidir. Yenisi için {product} uygulamasını yeniden başlatın.',
    bound:
      'Bağlantıyı tek bir e-posta adresiyle sınırlamak için {product} uygulamasını şu ayarla başlatın:',
    loginPrompt: 'Zaten hesabınız var mı?',
    loginLink: 'Oturum açın',
  },
  invitation: {
    title: 'Davetinizi kabul edin',
    heading: '{product} uygulamasına hoş geldiniz',
    lead: '{email} adresiyle davet edildiniz. Hesabınızı etkinleştirmek için bir parola belirleyin.',
    submit: 'Daveti kabul et',
    askAgain: 'Yeni bağlantı al',
    dead: 'Bağlantının süresi dolmuş, davet geri çekilmiş veya bağlantı daha önce kullanılmış. Daveti kabul ettiyseniz oturum açın. Etmediyseniz yeni bir bağlantı alın veya yöneticiden yeni bir davet isteyin.',
  },
  logout: {
    title: 'Oturumu kapat',
    heading: '{product} oturumu kapatılsın mı?',
    lead: 'İstediğiniz zaman yeniden oturum açabilirsiniz. Diğer oturumlarınız açık kalır.',
    submit: 'Oturumu kapat',
    cancel: 'Oturumu açık tut',
  },
}
