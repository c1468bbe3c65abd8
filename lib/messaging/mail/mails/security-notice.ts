/** Shared by notices that advise a password reset. */
export const securityNotice = {
  link: { path: '/auth/forgot-password' },
  facts: true,
  once: false,
} as const

/** What the texts of these notices share. */
export const resetPassword = {
  en: {
    button: 'Reset password',
    after: ['If you can’t sign in to your account, contact the administrator of {host}.'],
    why: 'You’re receiving this email because it concerns the security of your account at {host}.',
  },
  tr: {
    button: 'Parolayı sıfırla',
    after: ['Hesabınızda oturum açamıyorsanız {host} yöneticisine başvurun.'],
    why: 'Bu e-posta, {host} hesabınızın güvenliğiyle ilgili olduğu için size gönderildi.',
  },
} as const
