import { z } from 'zod'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { resetPassword, securityNotice } from '@/lib/messaging/mail/mails/security-notice'

/** What is removed from an account when its address is first proven, as its owner reads it. */
const unprovenAccess = {
  password: { en: 'password', tr: 'parola' },
  mfa: { en: 'two-step verification', tr: 'iki adımlı doğrulama' },
  passkeys: { en: 'passkeys', tr: 'geçiş anahtarları' },
  providers: { en: 'connected provider accounts', tr: 'bağlı sağlayıcı hesapları' },
  api_keys: { en: 'API keys', tr: 'API anahtarları' },
  phone: { en: 'phone number', tr: 'telefon numarası' },
} as const

export type UnprovenAccess = keyof typeof unprovenAccess

/** Other emails about an account. */
export const accountMails = [
  defineMail({
    kind: 'unproven_access_removed',
    ...securityNotice,
    link: { path: '/dashboard/account/security' },
    data: notice.extend({ removed: z.string() }),
    details: {
      removed: {
        label: { en: 'Removed', tr: 'Kaldırılanlar' },
        sample: 'password,mfa,passkeys',
        names: unprovenAccess,
      },
    },
    accounts: ['active'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Earlier access removed',
        subject: 'Earlier access to your account was removed',
        before: [
          'The email address of your account at {host} was just confirmed for the first time. Before that, someone else could have set up and used the account. To protect you, we removed what is listed below and ended all earlier sessions.',
          'If you used the account before, set up what you need again. If the password was removed, choose a new one under “Password”. Two-step verification and passkeys are under “Security”.',
        ],
        button: 'Open security settings',
        after: [
          'If this wasn’t you, someone else can read your email or use the account of your sign-in provider. Secure your mailbox and that account first, then reset your password: {forgot_url}',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Önceki erişimler kaldırıldı',
        subject: 'Hesabınızdaki önceki erişimler kaldırıldı',
        before: [
          '{host} hesabınızın e-posta adresi az önce ilk kez doğrulandı. Bu hesabı daha önce başka biri oluşturup kullanmış olabilir. Güvenliğiniz için aşağıdakileri kaldırdık ve önceki tüm oturumları kapattık.',
          'Bu hesabı daha önce siz kullandıysanız ihtiyacınız olanları yeniden ekleyin. Parola kaldırıldıysa “Parola” sayfasında yenisini belirleyin. İki adımlı doğrulama ve geçiş anahtarları “Güvenlik” sayfasındadır.',
        ],
        button: 'Güvenlik ayarlarını aç',
        after: [
          'Bunu siz yapmadıysanız başka biri e-postalarınızı okuyabiliyor veya oturum açma sağlayıcınızdaki hesabı kullanabiliyor demektir. Önce e-posta kutunuzun ve bu hesabın güvenliğini sağlayın, ardından parolanızı sıfırlayın: {forgot_url}',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'Earlier access to your account was removed',
          body: 'Your email address was confirmed for the first time. Someone else could have used the account before, so we removed: {removed}. Set up what you need again. If the password was removed, choose a new one under “Password”.',
        },
        tr: {
          title: 'Hesabınızdaki önceki erişimler kaldırıldı',
          body: 'E-posta adresiniz ilk kez doğrulandı. Hesap daha önce başka biri tarafından kullanılmış olabileceği için şunlar kaldırıldı: {removed}. İhtiyacınız olanları yeniden ekleyin. Parola kaldırıldıysa “Parola” sayfasında yenisini belirleyin.',
        },
      },
    },
  }),
  defineMail({
    kind: 'phone_changed',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Phone number confirmed',
        subject: 'A phone number was confirmed for your account',
        before: [
          'A phone number was confirmed for your account at {host}. Text messages about your account now go to it. If you did this, you don’t need to do anything.',
          'If this wasn’t you, reset your password now. That signs out all devices. Then remove the number from your account.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Telefon numarası doğrulandı',
        subject: 'Hesabınız için bir telefon numarası doğrulandı',
        before: [
          '{host} hesabınız için bir telefon numarası doğrulandı. Hesabınızla ilgili kısa mesajlar artık bu numaraya gönderilecek. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır. Ardından numarayı hesabınızdan kaldırın.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/phone',
      texts: {
        en: {
          title: 'A phone number was confirmed for your account',
          body: 'If this wasn’t you, change your password and remove the number.',
        },
        tr: {
          title: 'Hesabınız için bir telefon numarası doğrulandı',
          body: 'Bunu siz yapmadıysanız parolanızı değiştirin ve numarayı kaldırın.',
        },
      },
    },
  }),
  defineMail({
    kind: 'phone_removed',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Phone number removed',
        subject: 'Your phone number was removed',
        before: [
          'The phone number of your account at {host} was removed. You’ll no longer get text messages about your account. If you did this, you don’t need to do anything.',
          'If this wasn’t you, reset your password now. That signs out all devices.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Telefon numarası kaldırıldı',
        subject: 'Telefon numaranız kaldırıldı',
        before: [
          '{host} hesabınızın telefon numarası kaldırıldı. Artık hesabınızla ilgili kısa mesaj almayacaksınız. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/phone',
      texts: {
        en: {
          title: 'Your phone number was removed',
          body: 'If this wasn’t you, change your password.',
        },
        tr: {
          title: 'Telefon numaranız kaldırıldı',
          body: 'Bunu siz yapmadıysanız parolanızı değiştirin.',
        },
      },
    },
  }),
  defineMail({
    kind: 'account_deleted',
    data: notice.extend({ erasedOn: z.iso.date().optional() }),
    details: {
      erasedOn: {
        label: { en: 'Erasure', tr: 'Kalıcı silme' },
        sample: '2027-03-14',
        isDay: true,
        absent: { en: 'only on request', tr: 'yalnızca istek üzerine' },
      },
    },
    accounts: ['deleted'],
    link: { path: '/contact' },
    facts: true,
    once: false,
    texts: {
      en: {
        name: 'Account deleted',
        subject: 'Your account was deleted',
        before: [
          'Your account at {host} was deleted by someone signed in to it. All devices were signed out, and no one can sign in to it anymore. If you did this, you don’t need to do anything.',
          'If this wasn’t you, contact the administrator of {host} immediately. They can restore the account until it’s erased (permanently deleted).',
        ],
        button: 'Contact us',
        after: ['Until the account is erased, no one else can sign up with this email address.'],
        why: 'You’re receiving this email because it concerns your account at {host}.',
      },
      tr: {
        name: 'Hesap silindi',
        subject: 'Hesabınız silindi',
        before: [
          '{host} hesabınız, bu hesapta oturum açmış biri tarafından silindi. Tüm cihazlarda oturum kapatıldı; artık kimse bu hesapta oturum açamaz. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen {host} yöneticisine başvurun. Hesabınız, kalıcı olarak silinene kadar geri yüklenebilir.',
        ],
        button: 'Bize ulaşın',
        after: ['Hesap kalıcı olarak silinene kadar bu e-posta adresiyle başka kimse kaydolamaz.'],
        why: 'Bu e-posta, {host} hesabınızla ilgili olduğu için size gönderildi.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'account_erased',
    // The account and its language are gone when it is sent.
    data: z.object({ email: z.string(), locale: z.string().optional() }),
    accounts: null,
    link: { path: '/' },
    facts: false,
    once: false,
    texts: {
      en: {
        name: 'Account erased',
        subject: 'Your account was erased',
        before: [
          'Your account at {host} and its data were erased (permanently deleted). This can’t be undone.',
          'We no longer store this email address. You won’t get any more emails about the account.',
        ],
        button: 'Open website',
        after: ['You can sign up again with this email address. You’ll get a new, empty account.'],
        why: 'You’re receiving this last email because you had an account at {host}.',
      },
      tr: {
        name: 'Hesap kalıcı olarak silindi',
        subject: 'Hesabınız kalıcı olarak silindi',
        before: [
          '{host} hesabınız ve bu hesaba ait veriler kalıcı olarak silindi. Bu işlem geri alınamaz.',
          'Bu e-posta adresini artık saklamıyoruz. Hesapla ilgili başka e-posta almayacaksınız.',
        ],
        button: 'Siteyi aç',
        after: [
          'Bu e-posta adresiyle yeniden kaydolabilirsiniz. Bu durumda yeni, boş bir hesap oluşturulur.',
        ],
        why: 'Bu son e-posta, {host} sitesinde hesabınız olduğu için size gönderildi.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'mail_settings_changed',
    data: notice,
    accounts: ['active'],
    link: { path: '/dashboard/settings' },
    facts: true,
    once: false,
    // No one must be able to reword the warning about such a change.
    editable: false,
    texts: {
      en: {
        name: 'Email settings changed',
        subject: 'The email settings were changed',
        before: [
          'Someone changed how {host} sends email, or the text of its emails. If you know about this change, you don’t need to do anything.',
          'If you don’t recognize this change, check the settings and the audit trail immediately. Anyone who controls outgoing email can reset passwords.',
        ],
        button: 'Open settings',
        after: [],
        why: 'You’re receiving this email because you can manage the settings of {host}.',
      },
      tr: {
        name: 'E-posta ayarları değiştirildi',
        subject: 'E-posta ayarları değiştirildi',
        before: [
          '{host} hizmetinin e-posta gönderim ayarları veya e-posta metinleri değiştirildi. Bu değişiklikten haberiniz varsa bir işlem yapmanız gerekmez.',
          'Bu değişiklikten haberiniz yoksa ayarları ve denetim kaydını hemen kontrol edin. Giden e-postaları yönetebilen herkes parolaları sıfırlayabilir.',
        ],
        button: 'Ayarları aç',
        after: [],
        why: 'Bu e-postayı, {host} ayarlarını yönetebildiğiniz için aldınız.',
      },
    },
    inbox: {
      href: '/dashboard/settings',
      texts: {
        en: {
          title: 'The email settings were changed',
          body: 'If you don’t recognize this change, check the settings and the audit trail immediately.',
        },
        tr: {
          title: 'E-posta ayarları değiştirildi',
          body: 'Bu değişiklikten haberiniz yoksa ayarları ve denetim kaydını hemen kontrol edin.',
        },
      },
    },
  }),
] as const
