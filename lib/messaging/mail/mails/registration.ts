import { z } from 'zod'
import { knownEmailField } from '@/lib/accounts/user-fields'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'

/** Emails about new accounts. */
export const registrationMails = [
  defineMail({
    kind: 'verify_email',
    // For the registration attempt with that id, or without an id for every pending attempt.
    data: z.object({ email: knownEmailField, attemptId: z.uuid().optional() }),
    accounts: ['active', 'pending'],
    // An administrator may have changed the address of an active account. An account that waits for
    // approval has confirmed its own.
    onlyTo: ({ status, emailVerifiedAt, approvalRequestedAt }) =>
      emailVerifiedAt === null || (status === 'pending' && !approvalRequestedAt),
    completesRegistration: true,
    link: { path: '/auth/verify-email', token: 'registration' },
    facts: false,
    once: true,
    texts: {
      en: {
        name: 'Confirm email address',
        subject: 'Confirm your email address',
        before: [
          'Thanks for signing up at {host}. Confirm your email address to finish creating your account.',
        ],
        button: 'Confirm email address',
        after: [
          'If you open the link in a different browser than the one you signed up in, we’ll ask for a password. Enter the one you chose, or set a new one.',
          'The link works once and expires in {life}.',
          'Didn’t sign up? You can ignore this email. No one can use the account unless you confirm it.',
        ],
        why: 'You’re receiving this email because someone signed up at {host} with this address.',
      },
      tr: {
        name: 'E-posta adresini doğrulama',
        subject: 'E-posta adresinizi doğrulayın',
        before: [
          '{host} sitesine kaydolduğunuz için teşekkürler. Kaydınızı tamamlamak için e-posta adresinizi doğrulayın.',
        ],
        button: 'E-posta adresini doğrula',
        after: [
          'Bağlantıyı, kaydolduğunuz tarayıcıdan başka bir tarayıcıda açarsanız parolanız sorulur. Kaydolurken seçtiğiniz parolayı girin veya yeni bir parola belirleyin.',
          'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir.',
          'Siz kaydolmadınız mı? Bu e-postayı dikkate almayabilirsiniz. Siz doğrulamadan hesabı kimse kullanamaz.',
        ],
        why: 'Bu e-postayı, birisi {host} sitesine bu adresle kaydolduğu için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'already_registered',
    data: notice,
    accounts: ['active', 'pending'],
    link: { path: '/auth/login' },
    facts: true,
    once: true,
    texts: {
      en: {
        name: 'Already registered',
        subject: 'You already have an account',
        before: [
          'Someone tried to sign up at {host} with this email address, but it already has an account. If that was you, sign in instead.',
        ],
        button: 'Sign in',
        after: [
          'Forgot your password? Reset it: {forgot_url}',
          'If this wasn’t you, you can ignore this email. No one got access to your account or learned that it exists.',
        ],
        why: 'You’re receiving this email because someone tried to sign up at {host} with this address.',
      },
      tr: {
        name: 'Zaten kayıtlı',
        subject: 'Zaten bir hesabınız var',
        before: [
          'Birisi {host} sitesine bu e-posta adresiyle kaydolmak istedi, ancak bu adresle zaten bir hesap var. Bunu siz yaptıysanız kaydolmak yerine oturum açın.',
        ],
        button: 'Oturum aç',
        after: [
          'Parolanızı mı unuttunuz? Sıfırlayın: {forgot_url}',
          'Bunu siz yapmadınız mı? Bu e-postayı dikkate almayabilirsiniz. Kimse hesabınıza erişemedi ve böyle bir hesap olduğunu öğrenemedi.',
        ],
        why: 'Bu e-postayı, birisi {host} sitesine bu adresle kaydolmak istediği için aldınız.',
      },
    },
    inbox: null,
  }),
  // To an account that waits for approval, when its address is registered again.
  defineMail({
    kind: 'registration_waiting',
    data: notice,
    accounts: ['pending'],
    link: { path: '/contact' },
    facts: true,
    once: true,
    texts: {
      en: {
        name: 'Sign-up waiting for approval',
        subject: 'Your account is waiting for approval',
        before: [
          'Someone tried to sign up at {host} with this email address again. It’s already registered, and an administrator has to approve the account before you can sign in.',
          'We’ll email you when that happens.',
        ],
        button: 'Contact us',
        after: ['If this wasn’t you, you can ignore this email.'],
        why: 'You’re receiving this email because someone tried to sign up at {host} with this address.',
      },
      tr: {
        name: 'Onay bekleyen kayıt',
        subject: 'Hesabınız onay bekliyor',
        before: [
          'Birisi {host} sitesine bu e-posta adresiyle yeniden kaydolmak istedi. Bu adres zaten kayıtlı; oturum açabilmeniz için hesabınızın bir yönetici tarafından onaylanması gerekiyor.',
          'Onaylandığında size e-posta göndereceğiz.',
        ],
        button: 'Bize ulaşın',
        after: ['Bunu siz yapmadınız mı? Bu e-postayı dikkate almayabilirsiniz.'],
        why: 'Bu e-postayı, birisi {host} sitesine bu adresle kaydolmak istediği için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'registration_approved',
    data: notice,
    accounts: ['active'],
    link: { path: '/auth/login' },
    facts: false,
    once: true,
    texts: {
      en: {
        name: 'Sign-up approved',
        subject: 'Your account at {host} is approved',
        before: ['An administrator of {host} approved your account. You can now sign in.'],
        button: 'Sign in',
        after: [
          'Forgot your password? Reset it: {forgot_url}',
          'Didn’t sign up? Reset the password so that no one else can use the account: {forgot_url}',
        ],
        why: 'You’re receiving this email because someone signed up at {host} with this address and confirmed it.',
      },
      tr: {
        name: 'Kayıt onaylandı',
        subject: '{host} hesabınız onaylandı',
        before: ['{host} yöneticisi hesabınızı onayladı. Artık oturum açabilirsiniz.'],
        button: 'Oturum aç',
        after: [
          'Parolanızı mı unuttunuz? Sıfırlayın: {forgot_url}',
          'Siz kaydolmadınız mı? Başka birinin hesabı kullanmaması için parolayı sıfırlayın: {forgot_url}',
        ],
        why: 'Bu e-postayı, birisi {host} sitesine bu adresle kaydolup adresi doğruladığı için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'registration_declined',
    // To an address whose account was deleted with the decision.
    data: z.object({
      email: knownEmailField,
      locale: z.string().optional(),
      reason: z.string().optional(),
    }),
    details: {
      reason: {
        label: { en: 'Reason', tr: 'Gerekçe' },
        sample: 'Please sign up with your work address.',
      },
    },
    accounts: null,
    link: { path: '/contact' },
    facts: true,
    once: true,
    texts: {
      en: {
        name: 'Sign-up declined',
        subject: 'Your sign-up at {host} was declined',
        before: [
          'An administrator of {host} declined your sign-up. The account and its data have been deleted.',
        ],
        button: 'Contact us',
        after: ['Didn’t sign up? You don’t have to do anything.'],
        why: 'You’re receiving this email because someone signed up at {host} with this address and confirmed it.',
      },
      tr: {
        name: 'Kayıt reddedildi',
        subject: '{host} kaydınız reddedildi',
        before: ['{host} yöneticisi kaydınızı reddetti. Hesap, tüm verileriyle birlikte silindi.'],
        button: 'Bize ulaşın',
        after: ['Siz kaydolmadınız mı? Bir şey yapmanız gerekmez.'],
        why: 'Bu e-postayı, birisi {host} sitesine bu adresle kaydolup adresi doğruladığı için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'invitation',
    data: notice,
    accounts: ['pending'],
    link: { path: '/auth/invitation', token: 'invitation' },
    facts: false,
    once: true,
    texts: {
      en: {
        name: 'Invitation',
        subject: 'You’re invited to {host}',
        before: [
          'An administrator of {host} created an account for you with this email address. Choose a password to accept the invitation.',
        ],
        button: 'Accept invitation',
        after: [
          'The link works once and expires in {life}. Don’t share this link.',
          'Link expired? Request a new one: {forgot_url}',
          'Weren’t expecting an invitation? You can ignore this email. No one can sign in to the account until the invitation is accepted.',
        ],
        why: 'You’re receiving this email because an administrator of {host} invited this address.',
      },
      tr: {
        name: 'Davet',
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
    },
    inbox: null,
  }),
  // To an active account without a password.
  defineMail({
    kind: 'account_ready',
    data: notice,
    accounts: ['active'],
    link: { path: '/auth/forgot-password' },
    facts: false,
    once: true,
    texts: {
      en: {
        name: 'Account created by an administrator',
        subject: 'Your account at {host} is ready',
        before: [
          'An administrator of {host} created an account for you with this email address. It has no password yet. Choose one to sign in.',
        ],
        button: 'Choose a password',
        after: [
          'Enter this email address on the page that opens, and we’ll send you a link to choose your password.',
          'Weren’t expecting an account? You can ignore this email. No one can choose a password without access to this mailbox.',
        ],
        why: 'You’re receiving this email because an administrator of {host} created an account with this address.',
      },
      tr: {
        name: 'Yöneticinin oluşturduğu hesap',
        subject: '{host} hesabınız hazır',
        before: [
          '{host} yöneticisi bu e-posta adresiyle sizin için bir hesap oluşturdu. Hesabın henüz parolası yok. Oturum açmak için bir parola belirleyin.',
        ],
        button: 'Parola belirle',
        after: [
          'Açılan sayfada bu e-posta adresini girin; parolanızı belirlemeniz için size bir bağlantı gönderelim.',
          'Böyle bir hesap beklemiyor muydunuz? Bu e-postayı dikkate almayabilirsiniz. Bu e-posta kutusuna erişimi olmayan kimse parola belirleyemez.',
        ],
        why: 'Bu e-postayı, {host} yöneticisi bu adresle bir hesap oluşturduğu için aldınız.',
      },
    },
    inbox: null,
  }),
] as const
