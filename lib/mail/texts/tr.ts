import { ownAccountMails, securityNotice } from '@/lib/mail/texts/tr/own-account'
import type { MailTexts } from '@/lib/mail/texts/mail-texts'

/** The mails in Turkish. */
export const tr: MailTexts = {
  greeting: 'Merhaba,',
  greetingTo: 'Merhaba {name},',
  buttonFallback: 'Düğme çalışmıyorsa şu bağlantıyı açın:',
  facts: {
    when: 'Zaman',
    registered: 'Kayıt zamanı',
    ip: 'IP adresi',
    device: 'Cihaz',
    provider: 'Sağlayıcı',
    codesLeft: 'Kalan kurtarma kodu',
  },
  mails: {
    ...ownAccountMails,
    verify_email: {
      subject: 'E-posta adresinizi doğrulayın',
      before: [
        '{host} sitesine kaydolduğunuz için teşekkürler. Kaydınızı tamamlamak için e-posta adresinizi doğrulayın.',
      ],
      button: 'E-posta adresini doğrula',
      after: [
        'Bağlantıyı kaydolduğunuz tarayıcıdan farklı bir tarayıcıda açarsanız sizden parola istenir: kaydolurken seçtiğinizi girin veya yeni bir parola belirleyin.',
        'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir.',
        'Siz kaydolmadıysanız bu e-postayı dikkate almayın. Siz doğrulamadan hesabı kimse kullanamaz.',
      ],
      why: 'Bu e-postayı, birisi {host} sitesine bu adresle kaydolduğu için aldınız.',
    },
    reset_password: {
      subject: 'Parolanızı sıfırlayın',
      before: [
        '{host} hesabınızın parolasını sıfırlama isteği aldık. Yeni bir parola belirlediğinizde tüm cihazlarda oturumunuz kapatılır.',
      ],
      button: 'Yeni parola belirle',
      after: [
        'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir. Kimseyle paylaşmayın.',
        'Bunu siz istemediyseniz bu e-postayı dikkate almayın. Bağlantıyı kullanmadığınız sürece parolanız değişmez.',
      ],
      why: 'Bu e-postayı, {host} üzerinde bu adresin parolasını sıfırlama isteği geldiği için aldınız.',
    },
    already_registered: {
      subject: 'Zaten bir hesabınız var',
      before: [
        'Birisi {host} sitesine bu adresle kaydolmak istedi, ancak adres zaten bir hesaba ait. Bunu siz yaptıysanız kaydolmak yerine giriş yapın.',
      ],
      button: 'Giriş yap',
      after: [
        'Parolanızı mı unuttunuz? Sıfırlayın: {forgot_url}',
        'Bunu siz yapmadıysanız bu e-postayı dikkate almayın. Hesabınıza kimse erişmedi ve hesabınız olduğu kimseye söylenmedi.',
      ],
      why: 'Bu e-postayı, birisi {host} sitesine bu adresle kaydolmak istediği için aldınız.',
    },
    password_changed: {
      ...securityNotice,
      subject: 'Parolanız değiştirildi',
      before: [
        '{host} hesabınızın parolası değiştirildi. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın. Böylece, parolayı değiştiren cihaz da dahil olmak üzere tüm cihazlarda oturum kapatılır.',
      ],
    },
    refresh_token_reused: {
      ...securityNotice,
      subject: 'Oturumlarınızdan birini kapattık',
      before: [
        '{host} oturumlarınızdan birinin giriş anahtarı ikinci kez kullanıldı. Anahtar kopyalanmış olabileceği için o oturumu, kullanan herkes için kapattık.',
        'Bir uygulamanın bağlantısı koptuğunda veya uygulama yedekten geri yüklendiğinde de bu olabilir. Bu durumda yeniden giriş yapmanız yeterlidir.',
        'Nedenini bilmiyorsanız hemen parolanızı sıfırlayın. Böylece diğer tüm oturumlarınız da kapatılır.',
      ],
      after: ['Parolanız değişmedi, diğer oturumlarınız açık.'],
    },
    mfa_enabled: {
      ...securityNotice,
      subject: 'İki adımlı giriş açıldı',
      before: [
        '{host} hesabınızda iki adımlı giriş açıldı. Bundan sonra giriş yaparken doğrulama uygulamanızdaki kod da istenecek. Diğer oturumlarınız kapatıldı. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
        'Bunu siz yapmadıysanız hesabınıza başka biri erişiyor. Hemen parolanızı sıfırlayın ve {host} yöneticisine başvurun.',
      ],
    },
    mfa_disabled: {
      ...securityNotice,
      subject: 'İki adımlı giriş kapatıldı',
      before: [
        '{host} hesabınızda iki adımlı giriş kapatıldı. Giriş yaparken artık kod istenmiyor. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın, ardından iki adımlı girişi yeniden açın.',
      ],
    },
    mfa_reset: {
      ...securityNotice,
      subject: 'İki adımlı giriş sıfırlandı',
      before: [
        'Bir yönetici {host} hesabınızda iki adımlı girişi kapattı ve tüm oturumlarınızı sonlandırdı. Giriş yaparken artık kod istenmiyor. Bunu siz istediyseniz giriş yapın ve “Güvenlik” sayfasında yeniden kurun.',
        'Bunu siz istemediyseniz hemen parolanızı sıfırlayın ve {host} yöneticisine başvurun.',
      ],
      after: ['Parolanız değişmedi. Eski kurtarma kodlarınız artık geçersiz.'],
    },
    recovery_codes_renewed: {
      ...securityNotice,
      subject: 'Kurtarma kodlarınız yenilendi',
      before: [
        '{host} hesabınız için yeni kurtarma kodları oluşturuldu. Eskileri artık geçersiz. Bunu siz yaptıysanız yeni kodları güvenli bir yerde saklayın.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın.',
      ],
    },
    recovery_code_used: {
      ...securityNotice,
      subject: 'Bir kurtarma kodu kullanıldı',
      before: [
        '{host} hesabınıza kurtarma kodlarınızdan biriyle giriş yapıldı. Her kod yalnızca bir kez kullanılabilir. Kodlarınız azaldıysa “Güvenlik” sayfasında yenilerini oluşturun.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın ve yeni kurtarma kodları oluşturun.',
      ],
    },
    mfa_locked: {
      ...securityNotice,
      subject: 'Çok fazla yanlış kod girildi',
      before: [
        '{host} hesabınız için çok fazla yanlış giriş kodu girildi. {lockout} boyunca doğru olanlar da dahil hiçbir kod kabul edilmeyecek. Bunu siz yaptıysanız bekleyip yeniden deneyin.',
        'Bunu siz yapmadıysanız birisi parolanızı biliyor, bağladığınız bir hesabı kullanabiliyor veya oturumlarınızdan birine erişiyor. Hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır.',
      ],
      after: ['Bu kodlarla hesabınıza kimse erişmedi ve hesabınızda hiçbir şey değişmedi.'],
    },
    identity_linked: {
      ...securityNotice,
      subject: 'Bir giriş yöntemi eklendi',
      before: [
        'Aşağıdaki sağlayıcıdaki bir hesap {host} hesabınıza bağlandı ve artık giriş yapmak için kullanılabilir. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın ve “Bağlı hesaplar” sayfasında bağlantıyı kaldırın.',
      ],
    },
    identity_unlinked: {
      ...securityNotice,
      subject: 'Bir giriş yöntemi kaldırıldı',
      before: [
        'Aşağıdaki sağlayıcıdaki hesabın {host} hesabınızla bağlantısı kaldırıldı; bu hesapla artık giriş yapılamaz. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın.',
      ],
    },
    invitation: {
      subject: '{host} sizi davet ediyor',
      before: [
        '{host} yöneticisi bu e-posta adresiyle sizin için bir hesap oluşturdu. Daveti kabul etmek için bir parola belirleyin.',
      ],
      button: 'Daveti kabul et',
      after: [
        'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir. Kimseyle paylaşmayın.',
        'Bağlantının süresi dolduysa yenisini isteyin: {forgot_url}',
        'Davet beklemiyorsanız bu e-postayı dikkate almayın. Davet kabul edilmeden hesaba kimse giriş yapamaz.',
      ],
      why: 'Bu e-postayı, {host} yöneticisi bu adresi davet ettiği için aldınız.',
    },
    account_ready: {
      subject: '{host} hesabınız hazır',
      before: [
        '{host} yöneticisi bu e-posta adresiyle sizin için bir hesap oluşturdu. Hesabın henüz parolası yok. Giriş yapmak için bir parola belirleyin.',
      ],
      button: 'Parola belirle',
      after: [
        'Açılan sayfada bu e-posta adresini girin; parolanızı belirlemeniz için size bir bağlantı gönderelim.',
        'Böyle bir hesap beklemiyorsanız bu e-postayı dikkate almayın. Bu posta kutusuna erişmeden kimse parola belirleyemez.',
      ],
      why: 'Bu e-postayı, {host} yöneticisi bu adresle bir hesap oluşturduğu için aldınız.',
    },
    confirm_address: {
      subject: 'Yeni e-posta adresinizi doğrulayın',
      before: [
        'Bir yönetici {host} hesabınızın e-posta adresini bu adresle değiştirdi. Adresin size ait olduğunu doğrulayın.',
      ],
      button: 'E-posta adresini doğrula',
      after: [
        'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir.',
        '{host} üzerinde hesabınız yoksa bu e-postayı dikkate almayın.',
      ],
      why: 'Bu e-postayı, bu adres bir {host} hesabının adresi olduğu için aldınız.',
    },
    address_changed: {
      subject: 'E-posta adresiniz değiştirildi',
      before: [
        '{host} hesabınızın e-posta adresi değiştirildi; bundan sonra bu adrese e-posta göndermeyeceğiz. Bunu siz istediyseniz bir işlem yapmanız gerekmez.',
        'Siz istemediyseniz hemen {host} yöneticisine başvurun.',
      ],
      button: 'Giriş yap',
      after: ['Bu adrese daha önce gönderilen bağlantılar artık çalışmaz.'],
      why: 'Bu e-postayı, {host} hesabınızın güvenliğiyle ilgili olduğu için aldınız.',
    },
  },
}
