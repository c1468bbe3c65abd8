import { z } from 'zod'
import { knownEmailField } from '@/lib/accounts/user-fields'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { resetPassword, securityNotice } from '@/lib/messaging/mail/mails/security-notice'

/** Emails about a change of the email address. */
export const emailAddressMails = [
  defineMail({
    kind: 'confirm_address',
    data: notice,
    accounts: ['active', 'pending'],
    link: { path: '/auth/verify-email', token: 'verify_email' },
    facts: false,
    once: true,
    texts: {
      en: {
        name: 'Confirm email address set by an administrator',
        subject: 'Confirm your new email address',
        before: [
          'An administrator changed the email address of your account at {host} to this one. Confirm that it’s yours.',
        ],
        button: 'Confirm email address',
        after: [
          'The link works once and expires in {life}.',
          'Don’t have an account at {host}? You can ignore this email.',
        ],
        why: 'You’re receiving this email because this became the email address of an account at {host}.',
      },
      tr: {
        name: 'Yöneticinin belirlediği e-posta adresini doğrulama',
        subject: 'Yeni e-posta adresinizi doğrulayın',
        before: [
          '{host} hesabınızın e-posta adresi bir yönetici tarafından bu adresle değiştirildi. Adresin size ait olduğunu doğrulayın.',
        ],
        button: 'E-posta adresini doğrula',
        after: [
          'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir.',
          '{host} sitesinde hesabınız yok mu? Bu e-postayı dikkate almayabilirsiniz.',
        ],
        why: 'Bu e-postayı, bu adres bir {host} hesabının e-posta adresi olarak ayarlandığı için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'confirm_email_change',
    // To the new address in the change request with that id.
    data: notice.extend({ changeId: z.uuid() }),
    accounts: ['active'],
    link: { path: '/auth/confirm-email', token: 'email_change' },
    // May reach a stranger if the address was mistyped, who must not learn where the request came
    // from.
    facts: false,
    once: false,
    texts: {
      en: {
        name: 'Confirm new email address',
        subject: 'Confirm your new email address',
        before: [
          'Someone asked to use this email address for their account at {host}. If that was you, confirm it. You’ll then sign in with this address and get messages here.',
        ],
        button: 'Confirm email address',
        after: [
          'The link works once and expires in {life}.',
          'Didn’t request this? You can ignore this email. Nothing changes unless you confirm.',
        ],
        why: 'You’re receiving this email because this address was entered as the new email address of an account at {host}.',
      },
      tr: {
        name: 'Yeni e-posta adresini doğrulama',
        subject: 'Yeni e-posta adresinizi doğrulayın',
        before: [
          'Birisi {host} hesabında bu e-posta adresini kullanmak istedi. Bunu siz istediyseniz adresi doğrulayın. Doğruladıktan sonra bu adresle oturum açarsınız ve mesajlarınız bu adrese gönderilir.',
        ],
        button: 'E-posta adresini doğrula',
        after: [
          'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir.',
          'Bunu siz istemediniz mi? Bu e-postayı dikkate almayabilirsiniz. Siz doğrulamadıkça hiçbir şey değişmez.',
        ],
        why: 'Bu e-postayı, bu adres bir {host} hesabının yeni e-posta adresi olarak girildiği için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'email_change_requested',
    ...securityNotice,
    // To the address the account had when the change was requested.
    data: notice.extend({ to: knownEmailField }),
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Email address change requested',
        subject: 'Email address change requested',
        before: [
          'Someone asked to change the email address of your account at {host}. We sent a link to the new address. Nothing changes until it’s confirmed there. If that was you, you don’t need to do anything here.',
          'If this wasn’t you, reset your password now. That cancels the change and signs out all devices. After the new address is confirmed, only the administrator of {host} can help.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'E-posta adresi değişikliği istendi',
        subject: 'E-posta adresi değişikliği istendi',
        before: [
          'Birisi {host} hesabınızın e-posta adresini değiştirmek istedi. Yeni adrese bir bağlantı gönderdik. Adres oradan doğrulanana kadar hiçbir şey değişmez. Bunu siz istediyseniz bu e-postayla ilgili bir işlem yapmanız gerekmez.',
          'Bunu siz istemediyseniz hemen parolanızı sıfırlayın. Böylece değişiklik iptal edilir ve tüm cihazlarda oturum kapatılır. Yeni adres doğrulandıktan sonra size yalnızca {host} yöneticisi yardımcı olabilir.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account',
      texts: {
        en: {
          title: 'An email address change was requested',
          body: 'The new address takes effect after it’s confirmed. If this wasn’t you, change your password. This cancels the request.',
        },
        tr: {
          title: 'E-posta adresi değişikliği istendi',
          body: 'Yeni adres, doğrulandıktan sonra geçerli olur. Bunu siz istemediyseniz parolanızı değiştirin; böylece istek iptal edilir.',
        },
      },
    },
  }),
  defineMail({
    kind: 'address_changed',
    // To the previous address of the account, not the current one.
    data: notice.extend({ to: knownEmailField }),
    accounts: ['active', 'pending', 'deactivated'],
    link: { path: '/contact' },
    facts: true,
    once: false,
    texts: {
      en: {
        name: 'Email address changed',
        subject: 'Your email address was changed',
        before: [
          'The email address of your account at {host} was changed, and we’ll no longer send messages to this one. If you asked for this, you don’t need to do anything.',
          'If this wasn’t you, contact the administrator of {host} immediately.',
        ],
        button: 'Contact us',
        after: ['Links in earlier emails to this address no longer work.'],
        why: 'You’re receiving this email because it concerns the security of your account at {host}.',
      },
      tr: {
        name: 'E-posta adresi değiştirildi',
        subject: 'E-posta adresiniz değiştirildi',
        before: [
          '{host} hesabınızın e-posta adresi değiştirildi; bundan sonra bu adrese e-posta göndermeyeceğiz. Bunu siz istediyseniz bir işlem yapmanız gerekmez.',
          'Bunu siz istemediyseniz hemen {host} yöneticisine başvurun.',
        ],
        button: 'Bize ulaşın',
        after: ['Bu adrese daha önce gönderilen bağlantılar artık geçersiz.'],
        why: 'Bu e-posta, {host} hesabınızın güvenliğiyle ilgili olduğu için size gönderildi.',
      },
    },
    inbox: {
      href: '/dashboard/account',
      texts: {
        en: {
          title: 'Your email address was changed',
          body: 'Messages about your account now go to the new address. If you didn’t expect this, contact an administrator.',
        },
        tr: {
          title: 'E-posta adresiniz değiştirildi',
          body: 'Hesabınızla ilgili mesajlar artık yeni adrese gönderilecek. Bu değişiklikten haberiniz yoksa bir yöneticiye başvurun.',
        },
      },
      sms: {
        en: 'Your email address was changed. Not you? Contact the administrator.',
        tr: 'E-posta adresiniz değiştirildi. Siz değilseniz yöneticiye başvurun.',
      },
    },
  }),
  defineMail({
    kind: 'address_wanted',
    data: notice,
    accounts: ['active', 'pending'],
    link: { path: '/auth/login' },
    facts: false,
    once: true,
    texts: {
      en: {
        name: 'Email address already in use',
        subject: 'You already have an account',
        before: [
          'Someone tried to use this email address for another account at {host}, but it already belongs to yours. Nothing has changed. If that was you, sign in to this account, or choose a different address for the other one.',
        ],
        button: 'Sign in',
        after: [
          'Forgot your password? Reset it: {forgot_url}',
          'If this wasn’t you, you can ignore this email. No one got access to your account or learned that it exists.',
        ],
        why: 'You’re receiving this email because someone tried to use this email address at {host}.',
      },
      tr: {
        name: 'E-posta adresi zaten kullanımda',
        subject: 'Zaten bir hesabınız var',
        before: [
          'Birisi bu e-posta adresini başka bir {host} hesabında kullanmak istedi, ancak adres zaten sizin hesabınıza ait. Hiçbir şey değişmedi. Bunu siz yaptıysanız bu hesapta oturum açın veya diğer hesap için başka bir adres seçin.',
        ],
        button: 'Oturum aç',
        after: [
          'Parolanızı mı unuttunuz? Sıfırlayın: {forgot_url}',
          'Bunu siz yapmadınız mı? Bu e-postayı dikkate almayabilirsiniz. Kimse hesabınıza erişemedi ve böyle bir hesap olduğunu öğrenemedi.',
        ],
        why: 'Bu e-postayı, birisi {host} sitesinde bu e-posta adresini kullanmak istediği için aldınız.',
      },
    },
    inbox: null,
  }),
] as const
