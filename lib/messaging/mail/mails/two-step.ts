import { z } from 'zod'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { resetPassword, securityNotice } from '@/lib/messaging/mail/mails/security-notice'

/** Emails about two-step verification. */
export const twoStepMails = [
  defineMail({
    kind: 'mfa_enabled',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Two-step verification turned on',
        subject: 'Two-step verification was turned on',
        before: [
          'Two-step verification was turned on for your account at {host}. To sign in, you now also need a code from your authenticator app. Your other sessions were signed out. If you did this, you don’t need to do anything.',
          'If this wasn’t you, someone has access to your account. Reset your password now and contact the administrator of {host}.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'İki adımlı doğrulama açıldı',
        subject: 'İki adımlı doğrulama açıldı',
        before: [
          '{host} hesabınızda iki adımlı doğrulama açıldı. Oturum açarken artık kimlik doğrulama uygulamanızdaki kod da gerekecek. Diğer oturumlarınız kapatıldı. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız başka biri hesabınıza erişebiliyor demektir. Hemen parolanızı sıfırlayın ve {host} yöneticisine başvurun.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'Two-step verification was turned on',
          body: 'Signing in now requires a code. If this wasn’t you, reset your password immediately.',
        },
        tr: {
          title: 'İki adımlı doğrulama açıldı',
          body: 'Oturum açmak için artık kod gerekiyor. Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
        },
      },
    },
  }),
  defineMail({
    kind: 'mfa_disabled',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Two-step verification turned off',
        subject: 'Two-step verification was turned off',
        before: [
          'Two-step verification was turned off for your account at {host}. You no longer need a code to sign in. If you did this, you don’t need to do anything.',
          'If this wasn’t you, reset your password now, then turn two-step verification back on.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'İki adımlı doğrulama kapatıldı',
        subject: 'İki adımlı doğrulama kapatıldı',
        before: [
          '{host} hesabınızda iki adımlı doğrulama kapatıldı. Oturum açmak için artık kod gerekmiyor. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın, ardından iki adımlı doğrulamayı yeniden açın.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'Two-step verification was turned off',
          body: 'You no longer need a code to sign in. If this wasn’t you, reset your password immediately.',
        },
        tr: {
          title: 'İki adımlı doğrulama kapatıldı',
          body: 'Oturum açmak için artık kod gerekmiyor. Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
        },
      },
    },
  }),
  defineMail({
    kind: 'mfa_reset',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'pending', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Two-step verification reset by an administrator',
        subject: 'Two-step verification was reset',
        before: [
          'An administrator reset two-step verification for your account at {host}. Your authenticator app, recovery codes, and passkeys were removed, and all your sessions were ended. If you asked for this, sign in and set up what you need again under “Security”.',
          'If you didn’t ask for this, reset your password now and contact the administrator of {host}.',
        ],
        after: ['Your password hasn’t changed.'],
      },
      tr: {
        ...resetPassword.tr,
        name: 'İki adımlı doğrulama bir yönetici tarafından sıfırlandı',
        subject: 'İki adımlı doğrulama sıfırlandı',
        before: [
          '{host} hesabınızda iki adımlı doğrulama bir yönetici tarafından sıfırlandı. Kimlik doğrulama uygulamanız, kurtarma kodlarınız ve geçiş anahtarlarınız kaldırıldı, tüm oturumlarınız kapatıldı. Bunu siz istediyseniz oturum açın ve ihtiyacınız olanları “Güvenlik” sayfasında yeniden kurun.',
          'Bunu siz istemediyseniz hemen parolanızı sıfırlayın ve {host} yöneticisine başvurun.',
        ],
        after: ['Parolanız değişmedi.'],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'An administrator reset your two-step verification',
          body: 'Your authenticator app, recovery codes, and passkeys were removed. Set up two-step verification again.',
        },
        tr: {
          title: 'İki adımlı doğrulamanız bir yönetici tarafından sıfırlandı',
          body: 'Kimlik doğrulama uygulamanız, kurtarma kodlarınız ve geçiş anahtarlarınız kaldırıldı. İki adımlı doğrulamayı yeniden kurun.',
        },
      },
    },
  }),
  defineMail({
    kind: 'mfa_locked',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Too many incorrect codes',
        subject: 'Too many incorrect codes',
        before: [
          'Too many incorrect codes were entered for your account at {host}. For the next {lockout}, we won’t accept any codes, not even correct ones. If that was you, wait and try again.',
          'If this wasn’t you, someone knows your password, can use an account you connected, or has access to one of your sessions. Reset your password now. That signs out all devices.',
        ],
        after: ['None of these codes gave anyone access, and nothing in your account has changed.'],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Çok fazla hatalı kod',
        subject: 'Çok fazla hatalı kod girildi',
        before: [
          '{host} hesabınız için çok fazla hatalı kod girildi. {lockout} boyunca doğru olanlar dahil hiçbir kodu kabul etmeyeceğiz. Bunu siz yaptıysanız bekleyip yeniden deneyin.',
          'Bunu siz yapmadıysanız birisi parolanızı biliyor, bağladığınız bir hesabı kullanabiliyor veya oturumlarınızdan birine erişebiliyor demektir. Hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır.',
        ],
        after: ['Bu kodlarla kimse hesabınıza erişemedi ve hesabınızda hiçbir şey değişmedi.'],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'Too many incorrect codes',
          body: 'We’re not accepting codes for a while. If this wasn’t you, someone may know your password. Change it.',
        },
        tr: {
          title: 'Çok fazla hatalı kod',
          body: 'Bir süre kod kabul etmiyoruz. Bunu siz yapmadıysanız birisi parolanızı biliyor olabilir. Parolanızı değiştirin.',
        },
      },
    },
  }),
  defineMail({
    kind: 'recovery_codes_renewed',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Recovery codes replaced',
        subject: 'Your recovery codes were replaced',
        before: [
          'New recovery codes were created for your account at {host}. The old ones no longer work. If you did this, keep the new codes in a safe place.',
          'If this wasn’t you, reset your password now.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Kurtarma kodları yenilendi',
        subject: 'Kurtarma kodlarınız yenilendi',
        before: [
          '{host} hesabınız için yeni kurtarma kodları oluşturuldu. Eskileri artık geçersiz. Bunu siz yaptıysanız yeni kodları güvenli bir yerde saklayın.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'Your recovery codes were replaced',
          body: 'The old codes no longer work. If this wasn’t you, reset your password immediately.',
        },
        tr: {
          title: 'Kurtarma kodlarınız yenilendi',
          body: 'Eski kodlar artık geçersiz. Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
        },
      },
    },
  }),
  defineMail({
    kind: 'recovery_codes_removed',
    ...securityNotice,
    link: { path: '/dashboard/account/security' },
    data: notice,
    accounts: ['active'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Recovery codes removed',
        subject: 'Create new recovery codes',
        before: [
          'You reported a sign-in to your account at {host} that wasn’t yours. Your recovery codes were created after it, so we removed them.',
          'Sign in with your authenticator app or a passkey, and create new recovery codes.',
        ],
        button: 'Create recovery codes',
      },
      tr: {
        ...resetPassword.tr,
        name: 'Kurtarma kodları kaldırıldı',
        subject: 'Yeni kurtarma kodları oluşturun',
        before: [
          '{host} hesabınızda size ait olmayan bir oturum açıldığını bildirdiniz. Kurtarma kodlarınız, o oturum açıldıktan sonra oluşturulduğu için kaldırıldı.',
          'Kimlik doğrulama uygulamanızla veya bir geçiş anahtarıyla oturum açıp yeni kurtarma kodları oluşturun.',
        ],
        button: 'Kurtarma kodu oluştur',
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'Create new recovery codes',
          body: 'Your recovery codes were created after the sign-in that you reported, so we removed them.',
        },
        tr: {
          title: 'Yeni kurtarma kodları oluşturun',
          body: 'Kurtarma kodlarınız, bildirdiğiniz oturum açma işleminden sonra oluşturulduğu için kaldırıldı.',
        },
      },
    },
  }),
  defineMail({
    kind: 'recovery_code_used',
    ...securityNotice,
    data: notice.extend({ codesLeft: z.int() }),
    details: {
      codesLeft: { label: { en: 'Recovery codes left', tr: 'Kalan kurtarma kodu' }, sample: 7 },
    },
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Recovery code used',
        subject: 'A recovery code was used',
        before: [
          'One of your recovery codes was used to sign in to your account at {host}. Each code works once. When you’re running low, create new ones under “Security”.',
          'If this wasn’t you, reset your password now and create new recovery codes.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Kurtarma kodu kullanıldı',
        subject: 'Bir kurtarma kodu kullanıldı',
        before: [
          '{host} hesabınızda kurtarma kodlarınızdan biriyle oturum açıldı. Her kod yalnızca bir kez kullanılabilir. Kodlarınız azaldıysa “Güvenlik” sayfasında yenilerini oluşturun.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın ve yeni kurtarma kodları oluşturun.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'A recovery code was used to sign in',
          body: 'Codes left: {codes_left}. If this wasn’t you, reset your password immediately.',
        },
        tr: {
          title: 'Oturum açmak için bir kurtarma kodu kullanıldı',
          body: 'Kalan kod sayısı: {codes_left}. Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
        },
      },
    },
  }),
] as const
