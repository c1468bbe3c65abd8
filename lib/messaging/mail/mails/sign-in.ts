import { z } from 'zod'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { resetPassword, securityNotice } from '@/lib/messaging/mail/mails/security-notice'

/** A sign-in provider by its display name, never a value that the provider sent. */
const provider = { label: { en: 'Provider', tr: 'Sağlayıcı' }, sample: 'Example ID' }

/** Emails about sign-in methods and sessions. */
export const signInMails = [
  defineMail({
    kind: 'confirm_sign_in',
    // To the address of the pending sign-in with that id; it may have no account.
    data: z.object({ signInId: z.uuid() }),
    details: { provider },
    accounts: null,
    link: { path: '/auth/confirm-sign-in', token: 'sign_in' },
    facts: false,
    once: true,
    texts: {
      en: {
        name: 'Confirm sign-in with a provider',
        subject: 'Finish signing in with {provider}',
        before: [
          'Confirm your email address to finish signing in to {host} with {provider}.',
          'Open the link in the browser where you started signing in. It doesn’t work anywhere else.',
        ],
        button: 'Confirm email address',
        after: [
          'The link works once and expires {life} after you signed in with {provider}.',
          'If this wasn’t you, you can ignore this email. Nothing happens unless the link is opened in the browser that started the sign-in.',
        ],
        why: 'You’re receiving this email because someone is signing in to {host} with a {provider} account that uses this email address.',
      },
      tr: {
        name: 'Sağlayıcıyla oturum açmayı onaylama',
        subject: '{provider} ile oturum açmayı tamamlayın',
        before: [
          '{host} sitesinde {provider} ile oturum açmayı tamamlamak için e-posta adresinizi doğrulayın.',
          'Bağlantıyı, oturum açmaya başladığınız tarayıcıda açın. Başka bir tarayıcıda çalışmaz.',
        ],
        button: 'E-posta adresini doğrula',
        after: [
          'Bağlantı yalnızca bir kez kullanılabilir ve {provider} ile oturum açtıktan {life} sonra geçersiz olur.',
          'Bunu siz yapmadınız mı? Bu e-postayı dikkate almayabilirsiniz. Bağlantı, oturum açma işleminin başlatıldığı tarayıcıda açılmadıkça hiçbir şey olmaz.',
        ],
        why: 'Bu e-postayı, birisi bu e-posta adresini kullanan bir {provider} hesabıyla {host} sitesinde oturum açmaya çalıştığı için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'sign_in_code',
    // To the address of the pending sign-in with that id, if its account may be opened this way.
    data: z.object({ signInId: z.uuid() }),
    details: { code: { label: { en: 'Code', tr: 'Kod' }, sample: '123456' } },
    accounts: null,
    link: { path: '/auth/email-code/link', token: 'sign_in_code' },
    facts: false,
    once: true,
    // Without the code, no one could sign in.
    editable: false,
    texts: {
      en: {
        name: 'Sign-in code',
        subject: 'Your sign-in code for {host}',
        before: [
          'Enter this code where you’re signing in to {host}: {code}',
          'Or open this link in the browser where you’re signing in. It doesn’t work anywhere else.',
        ],
        button: 'Sign in',
        after: [
          'The code and the link work once and expire {life} after you requested them.',
          'Don’t share the code. We never ask for it in a call or a message.',
          'Didn’t request this? You can ignore this email. No one can sign in without the code.',
        ],
        why: 'You’re receiving this email because someone asked to sign in to {host} with this address.',
      },
      tr: {
        name: 'Oturum açma kodu',
        subject: '{host} için oturum açma kodunuz',
        before: [
          '{host} sitesinde oturum açmaya başladığınız yerde şu kodu girin: {code}',
          'Dilerseniz bu bağlantıyı, oturum açmaya başladığınız tarayıcıda açın. Başka bir tarayıcıda çalışmaz.',
        ],
        button: 'Oturum aç',
        after: [
          'Kod ve bağlantı yalnızca bir kez kullanılabilir ve istendikten {life} sonra geçersiz olur.',
          'Kodu kimseyle paylaşmayın. Sizden telefonla veya mesajla asla kod istemeyiz.',
          'Bunu siz istemediniz mi? Bu e-postayı dikkate almayabilirsiniz. Kod olmadan kimse oturum açamaz.',
        ],
        why: 'Bu e-postayı, birisi bu adresle {host} sitesinde oturum açmak istediği için aldınız.',
      },
    },
    inbox: null,
  }),
  defineMail({
    kind: 'new_sign_in',
    // Queued by the statement that starts the session (start-session.store.ts).
    data: notice.extend({ sessionId: z.uuid() }),
    accounts: ['active'],
    link: { path: '/auth/not-me', token: 'disown_session' },
    facts: true,
    once: false,
    texts: {
      en: {
        name: 'Sign-in from a new device',
        subject: 'Someone signed in to your account from a new device',
        before: [
          'Someone signed in to your account at {host} from a new device, shown below. If this was you, you don’t need to do anything.',
          'If this wasn’t you, sign that device out now and choose a new password. That also removes the passkeys, authenticator app, recovery codes, provider accounts, API keys, phone number, and requested email address change added since. It stops imports and bulk actions started since, cancels notifications created since, and invalidates invitation links copied since.',
        ],
        button: 'This wasn’t me',
        after: [
          'The link works once and expires in {life}. After that, reset your password instead: {forgot_url}',
        ],
        why: resetPassword.en.why,
      },
      tr: {
        name: 'Yeni bir cihazdan oturum açıldı',
        subject: 'Hesabınızda yeni bir cihazdan oturum açıldı',
        before: [
          '{host} hesabınızda, aşağıda belirtilen yeni bir cihazdan oturum açıldı. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen o cihazdaki oturumu kapatın ve yeni bir parola belirleyin. Böylece o zamandan beri eklenen geçiş anahtarları, kimlik doğrulama uygulaması, kurtarma kodları, sağlayıcı hesapları, API anahtarları, telefon numarası ve e-posta adresi değişikliği talebi de kaldırılır; o zamandan beri başlatılan içe aktarmalar ve toplu işlemler durdurulur, oluşturulan bildirimler iptal edilir, kopyalanan davet bağlantıları geçersiz olur.',
        ],
        button: 'Bunu ben yapmadım',
        after: [
          'Bağlantı yalnızca bir kez kullanılabilir ve {life} geçerlidir. Süresi dolarsa bunun yerine parolanızı sıfırlayın: {forgot_url}',
        ],
        why: resetPassword.tr.why,
      },
    },
    inbox: {
      href: '/dashboard/account/sessions',
      texts: {
        en: {
          title: 'Sign-in from a new device',
          body: 'If this wasn’t you, end that session and change your password. The link in the email does both, and removes what was added to the account since.',
        },
        tr: {
          title: 'Yeni bir cihazdan oturum açıldı',
          body: 'Bunu siz yapmadıysanız o oturumu kapatın ve parolanızı değiştirin. Bunları e-postadaki bağlantıyla da yapabilirsiniz; bağlantı, o zamandan beri hesaba eklenenleri de kaldırır.',
        },
      },
    },
  }),
  defineMail({
    kind: 'identity_linked',
    ...securityNotice,
    data: notice.extend({ provider: z.string() }),
    details: { provider },
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Provider account connected',
        subject: '{provider} was connected to your account',
        before: [
          'An account at the provider below was connected to your account at {host} and can now be used to sign in. If you did this, you don’t need to do anything.',
          'If this wasn’t you, reset your password now and disconnect the account under “Connected accounts”.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Sağlayıcı hesabı bağlandı',
        subject: 'Hesabınıza {provider} bağlandı',
        before: [
          'Aşağıda belirtilen sağlayıcıdaki bir hesap, {host} hesabınıza bağlandı ve artık oturum açmak için kullanılabilir. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın ve “Bağlı hesaplar” sayfasında bağlantıyı kesin.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/connections',
      texts: {
        en: {
          title: '{provider} was connected to your account',
          body: 'You can now sign in with it. If this wasn’t you, disconnect it.',
        },
        tr: {
          title: 'Hesabınıza {provider} bağlandı',
          body: 'Artık bu yöntemle oturum açabilirsiniz. Bunu siz yapmadıysanız bağlantıyı kesin.',
        },
      },
      sms: {
        en: 'A sign-in provider was connected to your account. Not you? {url}',
        tr: 'Hesabınıza bir oturum açma sağlayıcısı bağlandı. Siz değilseniz: {url}',
      },
    },
  }),
  defineMail({
    kind: 'identity_unlinked',
    ...securityNotice,
    data: notice.extend({ provider: z.string() }),
    details: { provider },
    accounts: ['active', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Provider account disconnected',
        subject: '{provider} was disconnected from your account',
        before: [
          'An account at the provider below was disconnected from your account at {host} and can no longer be used to sign in. If you did this, you don’t need to do anything.',
          'If this wasn’t you, reset your password now.',
        ],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Sağlayıcı hesabının bağlantısı kesildi',
        subject: '{provider} bağlantısı kesildi',
        before: [
          'Aşağıda belirtilen sağlayıcıdaki bir hesabın {host} hesabınızla bağlantısı kesildi. Bu hesapla artık oturum açılamaz. Bunu siz yaptıysanız bir işlem yapmanız gerekmez.',
          'Bunu siz yapmadıysanız hemen parolanızı sıfırlayın.',
        ],
      },
    },
    inbox: {
      href: '/dashboard/account/connections',
      texts: {
        en: {
          title: '{provider} was disconnected from your account',
          body: 'You can no longer sign in with it.',
        },
        tr: {
          title: '{provider} bağlantısı kesildi',
          body: 'Artık bu yöntemle oturum açamazsınız.',
        },
      },
      sms: {
        en: 'A sign-in provider was disconnected from your account. Not you? {url}',
        tr: 'Hesabınızdan bir oturum açma sağlayıcısının bağlantısı kesildi. Siz değilseniz: {url}',
      },
    },
  }),
  defineMail({
    kind: 'refresh_token_reused',
    ...securityNotice,
    data: notice,
    accounts: ['active', 'pending', 'deactivated'],
    texts: {
      en: {
        ...resetPassword.en,
        name: 'Session ended after token reuse',
        subject: 'We ended one of your sessions',
        before: [
          'A sign-in token from one of your sessions at {host} was used a second time. Someone may have copied it, so we ended that session.',
          'This can also happen when an app loses its connection or is restored from a backup. If so, sign in again.',
          'If you don’t know why this happened, reset your password now. That also ends all your other sessions.',
        ],
        after: ['Your password hasn’t changed, and your other sessions are still active.'],
      },
      tr: {
        ...resetPassword.tr,
        name: 'Belirteç yeniden kullanıldı, oturum kapatıldı',
        subject: 'Oturumlarınızdan birini kapattık',
        before: [
          '{host} oturumlarınızdan birinin oturum belirteci ikinci kez kullanıldı. Kopyalanmış olabileceği için o oturumu kapattık.',
          'Bir uygulamanın bağlantısı koptuğunda veya uygulama yedekten geri yüklendiğinde de bu olabilir. Bu durumda yeniden oturum açmanız yeterlidir.',
          'Nedenini bilmiyorsanız hemen parolanızı sıfırlayın. Böylece diğer tüm oturumlarınız da kapatılır.',
        ],
        after: ['Parolanız değişmedi ve diğer oturumlarınız hâlâ açık.'],
      },
    },
    inbox: {
      href: '/dashboard/account/sessions',
      texts: {
        en: {
          title: 'A session was ended to protect your account',
          body: 'Its token was used twice, so someone else may have a copy. If you don’t know why, change your password.',
        },
        tr: {
          title: 'Hesabınızı korumak için bir oturum kapatıldı',
          body: 'Oturumun belirteci iki kez kullanıldı; bir kopyası başka birinin elinde olabilir. Nedenini bilmiyorsanız parolanızı değiştirin.',
        },
      },
    },
  }),
] as const
