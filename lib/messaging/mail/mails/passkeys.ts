import { z } from 'zod'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { resetPassword, securityNotice } from '@/lib/messaging/mail/mails/security-notice'

const shared = {
  ...securityNotice,
  data: notice.extend({ passkey: z.string() }),
  details: { passkey: { label: { en: 'Passkey', tr: 'Geçiş anahtarı' }, sample: 'Work laptop' } },
  accounts: ['active', 'deactivated'],
} as const

/** Emails about passkeys. */
export const passkeyMails = [
  defineMail({
    kind: 'passkey_added',
    ...shared,
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Passkey added',
        subject: 'A passkey was added to your account',
        before: [
          'A passkey was added to your account at {host} and can now be used to sign in without your password. If you did this, you don’t need to do anything.',
          'If this wasn’t you, someone has access to your account. Reset your password now, then remove the passkey under “Security”.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Geçiş anahtarı eklendi',
        subject: 'Hesabınıza bir geçiş anahtarı eklendi',
        before: [
          '{host} hesabınıza bir geçiş anahtarı eklendi. Artık bu anahtarla, parola girmeden oturum açılabilir. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız başka biri hesabınıza erişebiliyor demektir. Hemen parolanızı sıfırlayın, ardından “Güvenlik” sayfasında geçiş anahtarını kaldırın.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'The passkey “{passkey}” was added',
          body: 'You can now sign in with it. If this wasn’t you, remove it and reset your password.',
        },
        tr: {
          title: '“{passkey}” geçiş anahtarı eklendi',
          body: 'Artık bu anahtarla oturum açabilirsiniz. Bunu siz yapmadıysanız anahtarı kaldırın ve parolanızı sıfırlayın.',
        },
      },
      sms: {
        en: 'A passkey was added to your account. Not you? {url}',
        tr: 'Hesabınıza bir geçiş anahtarı eklendi. Siz değilseniz: {url}',
      },
    },
  }),
  defineMail({
    kind: 'passkey_removed',
    ...shared,
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Passkey removed',
        subject: 'A passkey was removed from your account',
        before: [
          'A passkey was removed from your account at {host} and can no longer be used to sign in. If you did this, you don’t need to do anything.',
          'If this wasn’t you, reset your password now.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Geçiş anahtarı kaldırıldı',
        subject: 'Hesabınızdan bir geçiş anahtarı kaldırıldı',
        before: [
          '{host} hesabınızdan bir geçiş anahtarı kaldırıldı. Bu anahtarla artık oturum açılamaz. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'The passkey “{passkey}” was removed',
          body: 'You can no longer sign in with it.',
        },
        tr: {
          title: '“{passkey}” geçiş anahtarı kaldırıldı',
          body: 'Artık bu anahtarla oturum açamazsınız.',
        },
      },
      sms: {
        en: 'A passkey was removed from your account. Not you? {url}',
        tr: 'Hesabınızdan bir geçiş anahtarı kaldırıldı. Siz değilseniz: {url}',
      },
    },
  }),
  defineMail({
    kind: 'passkey_cloned',
    ...shared,
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Possibly copied passkey blocked',
        subject: 'We blocked one of your passkeys',
        before: [
          'Someone tried to use one of your passkeys at {host}. It failed a check that detects copies, so we blocked the attempt. The passkey may have been copied.',
          'Remove this passkey under “Security” and create a new one. If you didn’t just try to sign in, reset your password now.',
        ],
        after: ['This attempt gave no one access, and nothing in your account has changed.'],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Kopyalanmış olabilecek geçiş anahtarı engellendi',
        subject: 'Geçiş anahtarlarınızdan birini engelledik',
        before: [
          '{host} hesabınızdaki bir geçiş anahtarı kullanılmak istendi. Anahtar, kopyalara karşı yapılan kontrolden geçemediği için bu denemeyi engelledik. Geçiş anahtarı kopyalanmış olabilir.',
          'Bu geçiş anahtarını “Güvenlik” sayfasında kaldırın ve yenisini oluşturun. Az önce oturum açmaya çalışmadıysanız hemen parolanızı sıfırlayın.',
        ],
        after: ['Bu denemeyle kimse hesabınıza erişemedi ve hesabınızda hiçbir şey değişmedi.'],
      },
    },
    inbox: {
      href: '/dashboard/account/security',
      texts: {
        en: {
          title: 'The passkey “{passkey}” may have been copied',
          body: 'We blocked an attempt to use it. Remove it and create a new one.',
        },
        tr: {
          title: '“{passkey}” geçiş anahtarı kopyalanmış olabilir',
          body: 'Bu anahtarla yapılan bir denemeyi engelledik. Anahtarı kaldırıp yenisini oluşturun.',
        },
      },
      sms: {
        en: 'One of your passkeys may have been copied. Not you? {url}',
        tr: 'Hesabınızdaki bir geçiş anahtarı kopyalanmış olabilir. Siz değilseniz: {url}',
      },
    },
  }),
] as const
