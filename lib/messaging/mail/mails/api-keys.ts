import { z } from 'zod'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { resetPassword, securityNotice } from '@/lib/messaging/mail/mails/security-notice'

const about = notice.extend({ key: z.string(), expires: z.string() })
const details = {
  key: { label: { en: 'API key', tr: 'API anahtarı' }, sample: 'Nightly export' },
  expires: {
    label: { en: 'Expires on', tr: 'Son geçerlilik tarihi' },
    sample: '2027-03-14',
    isDay: true,
  },
} as const

/** Emails about API keys. */
export const apiKeyMails = [
  defineMail({
    kind: 'api_key_created',
    ...securityNotice,
    data: about,
    details,
    accounts: ['active'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'API key created',
        subject: 'An API key was created for your account',
        before: [
          'The API key below was created for your account at {host}. Anyone who has it can use some of your permissions. If you did this, you don’t need to do anything.',
          'If this wasn’t you, reset your password now. That signs out all devices. Then revoke the key.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'API anahtarı oluşturuldu',
        subject: 'Hesabınız için bir API anahtarı oluşturuldu',
        before: [
          '{host} hesabınız için aşağıdaki API anahtarı oluşturuldu. Bu anahtara sahip olan herkes izinlerinizin bir bölümünü kullanabilir. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın. Böylece tüm cihazlarda oturum kapatılır. Ardından anahtarı iptal edin.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/api-keys',
      texts: {
        en: {
          title: 'An API key was created: {key}',
          body: 'If this wasn’t you, change your password and revoke the key.',
        },
        tr: {
          title: 'API anahtarı oluşturuldu: {key}',
          body: 'Bunu siz yapmadıysanız parolanızı değiştirin ve anahtarı iptal edin.',
        },
      },
      sms: {
        en: 'An API key was created. Not you? {url}',
        tr: 'Bir API anahtarı oluşturuldu. Siz değilseniz: {url}',
      },
    },
  }),
  defineMail({
    kind: 'api_key_expiring',
    data: about,
    details,
    accounts: ['active'],
    link: { path: '/dashboard/account/api-keys' },
    facts: false,
    once: false,
    texts: {
      en: {
        name: 'API key expires soon',
        subject: 'An API key expires soon',
        before: [
          'An API key at {host} expires within a week: {key}, on {expires} (UTC). Apps that use it will then stop working.',
        ],
        button: 'Open API keys',
        after: [
          'If the key is still needed, create a new one, replace the old one with it in your apps, and then revoke the old one.',
        ],
        why: 'You’re receiving this email because this key belongs to your account at {host}, or you created it for a service account.',
      },
      tr: {
        name: 'API anahtarının süresi dolmak üzere',
        subject: 'Bir API anahtarının süresi dolmak üzere',
        before: [
          '{host} sitesindeki bir API anahtarının süresi bir hafta içinde doluyor: {key}, {expires} (UTC). Anahtarı kullanan uygulamalar o tarihten sonra çalışmaz.',
        ],
        button: 'API anahtarlarını aç',
        after: [
          'Anahtara hâlâ ihtiyacınız varsa yenisini oluşturun, uygulamalarınızda eskisinin yerine onu kullanın, ardından eskisini iptal edin.',
        ],
        why: 'Bu e-postayı, anahtar {host} hesabınıza ait olduğu veya anahtarı bir hizmet hesabı için siz oluşturduğunuz için aldınız.',
      },
    },
    inbox: {
      href: '/dashboard/account/api-keys',
      texts: {
        en: {
          title: 'An API key expires soon: {key}',
          body: 'It expires on {expires} (UTC). Replace it if apps still use it.',
        },
        tr: {
          title: 'API anahtarının süresi dolmak üzere: {key}',
          body: 'Son geçerlilik tarihi: {expires} (UTC). Anahtar hâlâ kullanılıyorsa yenisiyle değiştirin.',
        },
      },
      sms: {
        en: 'One of your API keys expires soon.',
        tr: 'API anahtarlarınızdan birinin süresi dolmak üzere.',
      },
    },
  }),
] as const
