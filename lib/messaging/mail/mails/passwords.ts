import { z } from 'zod'
import { knownEmailField } from '@/lib/accounts/user-fields'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { resetPassword, securityNotice } from '@/lib/messaging/mail/mails/security-notice'

/** Emails about passwords. */
export const passwordMails = [
  defineMail({
    kind: 'reset_password',
    data: z.object({ email: knownEmailField }),
    // Includes pending accounts: control of the mailbox proves ownership of the address, no matter
    // who chose the first password.
    accounts: ['active', 'pending'],
    completesRegistration: true,
    link: { path: '/auth/reset-password', token: 'reset_password' },
    facts: true,
    once: true,
    texts: {
      en: {
        name: 'Reset password',
        subject: 'Reset your password',
        before: [
          'We received a request to reset the password of your account at {host}. When you choose a new password, you’re signed out on all devices.',
        ],
        button: 'Choose a new password',
        after: [
          'The link works once and expires in {life}. Don’t share this link.',
          'Didn’t request this? You can ignore this email. Your password stays the same unless you use the link.',
        ],
        why: 'You’re receiving this email because someone asked to reset the password for this address at {host}.',
      },
      tr: {
        name: 'Parola sıfırlama',
        subject: 'Parolanızı sıfırlayın',
        before: [
          '{host} hesabınızın parolasını sıfırlama isteği aldık. Yeni bir parola belirlediğinizde tüm cihazlarda oturumunuz kapatılır.',
        ],
        button: 'Yeni parola belirle',
        after: [
          'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir. Bu bağlantıyı kimseyle paylaşmayın.',
          'Bunu siz istemediniz mi? Bu e-postayı dikkate almayabilirsiniz. Bağlantıyı kullanmadığınız sürece parolanız değişmez.',
        ],
        why: 'Bu e-postayı, {host} sitesinde bu adresin parolasını sıfırlama isteği yapıldığı için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'password_changed',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'pending', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Password changed',
        subject: 'Your password was changed',
        before: [
          'The password of your account at {host} was changed. If you did this, you don’t need to do anything.',
          'If this wasn’t you, reset your password now. That signs out all devices, including the one that changed it.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Parola değiştirildi',
        subject: 'Parolanız değiştirildi',
        before: [
          '{host} hesabınızın parolası değiştirildi. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın. Böylece, parolanın değiştirildiği cihaz da dahil olmak üzere tüm cihazlarda oturum kapatılır.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/password',
      texts: {
        en: {
          title: 'Your password was changed',
          body: 'If this wasn’t you, reset it immediately.',
        },
        tr: {
          title: 'Parolanız değiştirildi',
          body: 'Bunu siz yapmadıysanız parolanızı hemen sıfırlayın.',
        },
      },
    },
  }),
] as const
