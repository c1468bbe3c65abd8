import type { OwnAccountMails, SecurityNotice } from '@/lib/mail/texts/mail-texts'

/** What notices have in common that ask whoever did not do it to reset the password. */
export const securityNotice: SecurityNotice = {
  button: 'Reset password',
  after: ['If you can’t get back into your account, contact the administrator of {host}.'],
  why: 'You’re receiving this email because it concerns the security of your account at {host}.',
}

/** The mails about what people do to their own account, in English. */
export const ownAccountMails: OwnAccountMails = {
  confirm_email_change: {
    subject: 'Confirm your new email address',
    before: [
      'Someone asked to use this address for their account at {host}. If that was you, confirm it. You will then sign in with this address and receive messages here.',
    ],
    button: 'Confirm email address',
    after: [
      'The link works once and expires in {life}.',
      'If you didn’t request this, you can ignore this email. Nothing changes unless you confirm.',
    ],
    why: 'You’re receiving this email because this address was entered as the new address of an account at {host}.',
  },
  email_change_requested: {
    ...securityNotice,
    subject: 'Someone wants to change your email address',
    before: [
      'Someone asked to change the email address of your account at {host}. We sent a link to the new address, and nothing changes until it is confirmed there. If that was you, you don’t need to do anything here.',
      'If this wasn’t you, reset your password now. That cancels the change and signs out every device. Once the new address is confirmed, only the administrator of {host} can help.',
    ],
  },
  address_wanted: {
    subject: 'You already have an account',
    before: [
      'Someone tried to use this address for another account at {host}, but it already belongs to yours. Nothing has changed. If that was you, you have two accounts: sign in to this one, or choose a different address for the other.',
    ],
    button: 'Sign in',
    after: [
      'Forgot your password? Reset it: {forgot_url}',
      'If this wasn’t you, you can ignore this email. Nobody got access to your account or learned that it exists.',
    ],
    why: 'You’re receiving this email because someone tried to use this address at {host}.',
  },
  phone_changed: {
    ...securityNotice,
    subject: 'Your phone number was changed',
    before: [
      'A phone number was confirmed for your account at {host}. Text messages about your account now go there. If that was you, you don’t need to do anything.',
      'If this wasn’t you, reset your password now. That signs out every device. Then remove the number in your account.',
    ],
  },
  phone_removed: {
    ...securityNotice,
    subject: 'Your phone number was removed',
    before: [
      'The phone number of your account at {host} was removed. You no longer receive text messages about your account. If that was you, you don’t need to do anything.',
      'If this wasn’t you, reset your password now. That signs out every device.',
    ],
  },
  mail_settings_changed: {
    subject: 'The mail settings were changed',
    before: [
      'Someone changed how {host} sends email, or what its emails say. If you know about this change, you don’t need to do anything.',
      'If you don’t, check the settings and the audit trail right away: whoever controls outgoing email can reset passwords.',
    ],
    button: 'Open settings',
    after: [],
    why: 'You’re receiving this email because you can manage the settings of {host}.',
  },
  account_deleted: {
    subject: 'Your account was deleted',
    before: [
      'Someone who was signed in to your account at {host} deleted it. All devices have been signed out, and nobody can sign in to it anymore. If that was you, you don’t need to do anything.',
      'If this wasn’t you, contact the administrator of {host} right away. They can restore the account.',
    ],
    button: 'Open the website',
    after: ['Nobody else can sign up with this email address.'],
    why: 'You’re receiving this email because it concerns your account at {host}.',
  },
  confirm_sign_in: {
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
    why: 'You’re receiving this email because someone signed in to {host} with an account at {provider} that uses this address.',
  },
}
