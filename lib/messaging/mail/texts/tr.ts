import type { MailTexts } from '@/lib/messaging/mail/texts/mail-texts'
import { ownAccountMails, securityNotice } from '@/lib/messaging/mail/texts/tr/own-account'

/** The emails in Turkish. */
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
        'Bağlantıyı kaydolduğunuzdan farklı bir tarayıcıda açarsanız sizden parola isteriz. Kaydolurken seçtiğiniz parolayı girin veya yeni bir parola belirleyin.',
        'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir.',
        'Siz kaydolmadınız mı? Bu e-postayı dikkate almayabilirsiniz. Siz doğrulamadan hesabı kimse kullanamaz.',
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
        'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir. Bu bağlantıyı kimseyle paylaşmayın.',
        'Bunu siz istemediniz mi? Bu e-postayı dikkate almayabilirsiniz. Bağlantıyı kullanmadığınız sürece parolanız değişmez.',
      ],
      why: 'Bu e-postayı, {host} üzerinde bu adresin parolasını sıfırlama isteği geldiği için aldınız.',
    },
    already_registered: {
      subject: 'Zaten bir hesabınız var',
      before: [
        'Birisi {host} sitesine bu e-posta adresiyle kaydolmak istedi, ancak bu adresle zaten bir hesap var. Bunu siz yaptıysanız kaydolmak yerine oturum açın.',
      ],
      button: 'Oturum aç',
      after: [
        'Parolanızı mı unuttunuz? Sıfırlayın: {forgot_url}',
        'Bunu siz yapmadınız mı? Bu e-postayı dikkate almayabilirsiniz. Hesabınıza kimse erişmedi ve hesabınızın var olduğunu kimse öğrenmedi.',
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
        '{host} oturumlarınızdan birinin oturum belirteci ikinci kez kullanıldı. Kopyalanmış olabileceği için o oturumu kapattık.',
        'Bir uygulamanın bağlantısı koptuğunda veya uygulama yedekten geri yüklendiğinde de bu olabilir. Bu durumda yeniden oturum açmanız yeterlidir.',
        'Nedenini bilmiyorsanız hemen parolanızı sıfırlayın. Böylece diğer tüm oturumlarınız da kapatılır.',
      ],
      after: ['Parolanız değişmedi ve diğer oturumlarınız hâlâ açık.'],
    },
    mfa_enabled: {
      ...securityNotice,
      subject: 'İki adımlı doğrulama açıldı',
      before: [
        '{host} hesabınızda iki adımlı doğrulama açıldı. Oturum açarken artık kimlik doğrulama uygulamanızdaki kod da gerekecek. Diğer oturumlarınız kapatıldı. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
        'Bunu siz yapmadıysanız hesabınıza başka biri erişiyor. Hemen parolanızı sıfırlayın ve {host} yöneticisine başvurun.',
      ],
    },
    mfa_disabled: {
      ...securityNotice,
      subject: 'İki adımlı doğrulama kapatıldı',
      before: [
        '{host} hesabınızda iki adımlı doğrulama kapatıldı. Oturum açmak için artık kod gerekmiyor. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın, ardından iki adımlı doğrulamayı yeniden açın.',
      ],
    },
    mfa_reset: {
      ...securityNotice,
      subject: 'İki adımlı doğrulama sıfırlandı',
      before: [
        'Bir yönetici {host} hesabınızda iki adımlı doğrulamayı kapattı ve tüm oturumlarınızı sonlandırdı. Oturum açmak için artık kod gerekmiyor. Bunu siz istediyseniz oturum açın ve “Güvenlik” sayfasında yeniden kurun.',
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
        '{host} hesabınızda kurtarma kodlarınızdan biriyle oturum açıldı. Her kod yalnızca bir kez kullanılabilir. Kodlarınız azaldıysa “Güvenlik” sayfasında yenilerini oluşturun.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın ve yeni kurtarma kodları oluşturun.',
      ],
    },
    mfa_locked: {
      ...securityNotice,
      subject: 'Çok fazla hatalı kod girildi',
      before: [
        '{host} hesabınız için çok fazla hatalı kod girildi. {lockout} boyunca doğru olanlar dahil hiçbir kodu kabul etmeyeceğiz. Bunu siz yaptıysanız bekleyip yeniden deneyin.',
        'Bunu siz yapmadıysanız birisi parolanızı biliyor, bağladığınız bir hesabı kullanabiliyor veya oturumlarınızdan birine erişiyor. Hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır.',
      ],
      after: ['Bu kodlarla hesabınıza kimse erişmedi ve hesabınızda hiçbir şey değişmedi.'],
    },
    identity_linked: {
      ...securityNotice,
      subject: 'Bir oturum açma yöntemi eklendi',
      before: [
        'Aşağıdaki sağlayıcıdaki bir hesap {host} hesabınıza bağlandı ve artık oturum açmak için kullanılabilir. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
        'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın ve “Bağlı hesaplar” sayfasında bağlantıyı kesin.',
      ],
    },
    identity_unlinked: {
      ...securityNotice,
      subject: 'Bir oturum açma yöntemi kaldırıldı',
      before: [
        'Aşağıdaki sağlayıcıdaki hesabın {host} hesabınızla bağlantısı kesildi. Bu hesapla artık oturum açılamaz. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
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
        'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir. Bu bağlantıyı kimseyle paylaşmayın.',
        'Bağlantının süresi mi doldu? Yenisini isteyin: {forgot_url}',
        'Davet beklemiyor muydunuz? Bu e-postayı dikkate almayabilirsiniz. Davet kabul edilene kadar bu hesapta kimse oturum açamaz.',
      ],
      why: 'Bu e-postayı, {host} yöneticisi bu adresi davet ettiği için aldınız.',
    },
    account_ready: {
      subject: '{host} hesabınız hazır',
      before: [
        '{host} yöneticisi bu e-posta adresiyle sizin için bir hesap oluşturdu. Hesabın henüz parolası yok. Oturum açmak için bir parola belirleyin.',
      ],
      button: 'Parola belirle',
      after: [
        'Açılan sayfada bu e-posta adresini girin; parolanızı belirlemeniz için size bir bağlantı gönderelim.',
        'Böyle bir hesap beklemiyor muydunuz? Bu e-postayı dikkate almayabilirsiniz. Bu posta kutusuna erişemeyen hiç kimse parola belirleyemez.',
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
        '{host} üzerinde hesabınız yok mu? Bu e-postayı dikkate almayabilirsiniz.',
      ],
      why: 'Bu e-postayı, bu adres bir {host} hesabının e-posta adresi yapıldığı için aldınız.',
    },
    address_changed: {
      subject: 'E-posta adresiniz değiştirildi',
      before: [
        '{host} hesabınızın e-posta adresi değiştirildi; bundan sonra bu adrese e-posta göndermeyeceğiz. Bunu siz istediyseniz bir işlem yapmanız gerekmez.',
        'Bunu siz istemediyseniz hemen {host} yöneticisine başvurun.',
      ],
      button: 'Oturum aç',
      after: ['Bu adrese daha önce gönderilen bağlantılar artık çalışmaz.'],
      why: 'Bu e-postayı, {host} hesabınızın güvenliğiyle ilgili olduğu için aldınız.',
    },
  },
}
