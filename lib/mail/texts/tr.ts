import { ownAccountMails } from '@/lib/mail/texts/tr/own-account'
import type { MailTexts } from '@/lib/mail/texts/mail-texts'

/** The mails in Turkish. */
export const tr: MailTexts = {
  greeting: 'Merhaba,',
  greetingTo: 'Merhaba {name},',
  buttonFallback: 'Düğme çalışmazsa şu adresi açın:',
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
        '{host} sitesine kaydolduğunuz için teşekkürler. Tamamlamak için bu adresin size ait olduğunu doğrulayın.',
      ],
      button: 'E-posta adresini doğrula',
      after: [
        'Bağlantıyı kaydolduğunuz tarayıcıdan başka bir tarayıcıda açarsanız sizden bir parola istenir: kaydolurken seçtiğiniz veya yeni bir parola.',
        'Bağlantı bir kez kullanılabilir ve {life} geçerlidir.',
        'Siz kaydolmadıysanız bu e-postayı dikkate almayın. Siz doğrulamadan hesabı kimse kullanamaz.',
      ],
      why: 'Bu e-postayı, {host} sitesine bu adresle kaydolunduğu için aldınız.',
    },
    reset_password: {
      subject: 'Yeni parola belirleyin',
      before: [
        '{host} hesabınız için yeni bir parola belirleyin. Ardından tüm cihazlarda oturumunuz kapatılır.',
      ],
      button: 'Yeni parola belirle',
      after: [
        'Bağlantı bir kez çalışır ve {life} geçerlidir. Kimseyle paylaşmayın.',
        'Bunu siz istemediniz mi? O zaman bir şey yapmanız gerekmez: parolanız aynı kalır, hesabınıza kimse girmedi.',
      ],
      why: 'Bu iletiyi, {host} üzerinde bu adresin parolasını sıfırlama isteği geldiği için aldınız.',
    },
    already_registered: {
      subject: 'Zaten bir hesabınız var',
      before: [
        '{host} üzerinde bu adresle kaydolunmak istendi, ancak bu adresin zaten bir hesabı var. Bunu yapan sizseniz giriş yapın.',
      ],
      button: 'Giriş yap',
      after: [
        'Parolanızı mı unuttunuz? Yenisini belirleyin: {forgotUrl}',
        'Siz değil miydiniz? O zaman bir şey yapmanız gerekmez: kimse giremedi ve hesabınız olduğu kimseye söylenmedi.',
      ],
      why: 'Bu iletiyi, {host} üzerinde bu adresle kaydolunmak istendiği için aldınız.',
    },
    password_changed: {
      subject: 'Parolanız değiştirildi',
      before: [
        '{host} hesabınızın parolası değiştirildi. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
        'Siz değil miydiniz? O zaman hemen yeni bir parola belirleyin. Böylece, parolayı değiştiren kişi dahil, herkesin oturumu kapatılır.',
      ],
      button: 'Bunu ben yapmadım',
      after: ['Bu yolla hesabınıza giremezseniz {host} yöneticisine başvurun.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    refresh_token_reused: {
      subject: 'Oturumlarınızdan birini kapattık',
      before: [
        '{host} oturumlarınızdan birinin eski bir anahtarı yeniden kullanıldı. Bu, anahtarın kopyalandığı anlamına gelebilir; bu yüzden o oturumu kapattık: onu kullanan herkes çıkış yapmış oldu.',
        'Bir uygulamanızın bağlantısı koptuysa veya yedekten geri yüklendiyse bu kendiliğinden olabilir: yeniden giriş yapmanız yeterlidir.',
        'Bunu açıklayamıyorsanız hemen yeni bir parola belirleyin. Böylece diğer tüm oturumlarınız da kapatılır.',
      ],
      button: 'Yeni parola belirle',
      after: ['Parolanız değiştirilmedi, diğer oturumlarınız devam ediyor.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    mfa_enabled: {
      subject: 'İki adımlı giriş açıldı',
      before: [
        '{host} hesabınızda iki adımlı giriş açıldı: artık girişte doğrulama uygulamanızın kodu istenecek. Diğer oturumlarınız kapatıldı. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
        'Siz değil miydiniz? O zaman hesabınıza biri girmiş: hemen yeni bir parola belirleyin ve {host} yöneticisine başvurun.',
      ],
      button: 'Bunu ben yapmadım',
      after: ['Bu yolla hesabınıza giremezseniz {host} yöneticisine başvurun.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    mfa_disabled: {
      subject: 'İki adımlı giriş kapatıldı',
      before: [
        '{host} hesabınızda iki adımlı giriş kapatıldı: hesap yine yalnızca parolayla açılıyor. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
        'Siz değil miydiniz? O zaman hemen yeni bir parola belirleyin ve iki adımlı girişi yeniden açın.',
      ],
      button: 'Bunu ben yapmadım',
      after: ['Bu yolla hesabınıza giremezseniz {host} yöneticisine başvurun.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    mfa_reset: {
      subject: 'İki adımlı giriş sıfırlandı',
      before: [
        'Bir yönetici {host} hesabınızda iki adımlı girişi kapattı ve tüm oturumlarınızı sonlandırdı: hesap yine yalnızca parolayla açılıyor. Bunu siz istediyseniz giriş yapın ve “Güvenlik” sayfasında yeniden kurun.',
        'Bunu siz istemediniz mi? O zaman hemen yeni bir parola belirleyin ve {host} yöneticisine başvurun.',
      ],
      button: 'Bunu ben istemedim',
      after: ['Parolanız değişmedi. Eski kurtarma kodları artık geçersiz.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    recovery_codes_renewed: {
      subject: 'Kurtarma kodlarınız yenilendi',
      before: [
        '{host} hesabınız için yeni kurtarma kodları oluşturuldu; eskileri artık geçersiz. Bunu siz yaptıysanız yenilerini güvenli bir yerde saklayın.',
        'Siz değil miydiniz? O zaman hemen yeni bir parola belirleyin.',
      ],
      button: 'Bunu ben yapmadım',
      after: ['Bu yolla hesabınıza giremezseniz {host} yöneticisine başvurun.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    recovery_code_used: {
      subject: 'Bir kurtarma kodu kullanıldı',
      before: [
        '{host} hesabınıza kurtarma kodlarınızdan biriyle giriş yapıldı. Her kod bir kez kullanılır. Az kod kaldıysa hesabınızın güvenlik sayfasından yenilerini oluşturun.',
        'Siz değil miydiniz? O zaman hemen yeni bir parola belirleyin ve yeni kurtarma kodları oluşturun.',
      ],
      button: 'Bunu ben yapmadım',
      after: ['Bu yolla hesabınıza giremezseniz {host} yöneticisine başvurun.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    mfa_locked: {
      subject: 'Çok fazla yanlış kod girildi',
      before: [
        '{host} hesabınız için çok fazla yanlış kod girildi. Şimdi {lockout} boyunca doğru olanlar dahil hiçbir kod kabul edilmiyor; sonra her şey eskisi gibi çalışır. Bunu siz yaptıysanız yalnızca bekleyin.',
        'Siz değil miydiniz? Kod ancak parolanızdan, bağlı bir hesaptan sonra veya açık bir oturumunuzda istenir: biri oraya kadar gelmiş. Hemen yeni bir parola belirleyin. Böylece herkesin oturumu kapatılır.',
      ],
      button: 'Bunu ben yapmadım',
      after: ['Bu kodlarla hesabınıza kimse girmedi, hesabınızda hiçbir şey değişmedi.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    identity_linked: {
      subject: 'Bir giriş yolu eklendi',
      before: [
        '{host} hesabınıza bir sağlayıcı hesabı bağlandı: artık hesabınız onunla da açılıyor. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
        'Siz değil miydiniz? O zaman hemen yeni bir parola belirleyin ve “Bağlı hesaplar” sayfasından bağlantıyı kaldırın.',
      ],
      button: 'Bunu ben yapmadım',
      after: ['Bu yolla hesabınıza giremezseniz {host} yöneticisine başvurun.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    identity_unlinked: {
      subject: 'Bir giriş yolu kaldırıldı',
      before: [
        '{host} hesabınızdan bir sağlayıcı hesabının bağlantısı kaldırıldı: hesabınız artık onunla açılmıyor. Bunu siz yaptıysanız başka bir şey yapmanız gerekmez.',
        'Siz değil miydiniz? O zaman hemen yeni bir parola belirleyin.',
      ],
      button: 'Bunu ben yapmadım',
      after: ['Bu yolla hesabınıza giremezseniz {host} yöneticisine başvurun.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
    invitation: {
      subject: 'Davetlisiniz',
      before: [
        '{host} yöneticisi bu adresle sizin için bir hesap açtı. Bir parola belirleyin, hesap sizin olsun.',
      ],
      button: 'Daveti kabul et',
      after: [
        'Bağlantı bir kez çalışır ve {life} geçerlidir. Kimseyle paylaşmayın.',
        'Süresi doldu mu? Bu adrese yeni bir parola bağlantısı isteyin: {forgotUrl}',
        'Davet beklemiyor muydunuz? O zaman bir şey yapmanız gerekmez. Siz olmadan hesabı kimse kullanamaz.',
      ],
      why: 'Bu iletiyi, {host} yöneticisi bu adresi davet ettiği için aldınız.',
    },
    account_ready: {
      subject: 'Hesabınız hazır',
      before: [
        '{host} yöneticisi bu adresle sizin için bir hesap oluşturdu. Hesabın henüz parolası yok. Giriş yapmak için bir parola belirleyin.',
      ],
      button: 'Parola belirle',
      after: [
        'Açılan sayfada bu e-posta adresini girin. Ardından size parolanızı belirleyeceğiniz bir bağlantı göndeririz.',
        'Böyle bir hesap beklemiyorsanız bu iletiyi yok sayın. Bu posta kutusuna erişmeden kimse parola belirleyemez.',
      ],
      why: 'Bu iletiyi, {host} yöneticisi bu adresle bir hesap oluşturduğu için aldınız.',
    },
    confirm_address: {
      subject: 'Yeni e-posta adresinizi doğrulayın',
      before: [
        'Bir yönetici bu adresi {host} hesabınızın e-posta adresi yaptı. Adresin size ait olduğunu doğrulayın.',
      ],
      button: 'Adresi doğrula',
      after: [
        'Bağlantı bir kez çalışır ve {life} geçerlidir.',
        'Orada hesabınız yok mu? O zaman bir şey yapmanız gerekmez.',
      ],
      why: 'Bu iletiyi, bu adres bir {host} hesabının adresi olduğu için aldınız.',
    },
    address_changed: {
      subject: 'E-posta adresiniz değiştirildi',
      before: [
        '{host} hesabınızın e-posta adresi artık başka: iletiler bundan sonra buraya gelmeyecek. Bunu siz istediyseniz başka bir şey yapmanız gerekmez.',
        'Bundan haberiniz yok mu? O zaman hemen {host} yöneticisine başvurun.',
      ],
      button: 'Giriş yap',
      after: ['Buraya daha önce gönderilen bağlantılar artık çalışmaz.'],
      why: 'Bu iletiyi, {host} hesabınızın güvenliğini ilgilendirdiği için aldınız.',
    },
  },
}
