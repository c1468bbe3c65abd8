import type { OwnAccountMails, SecurityNotice } from '@/lib/messaging/mail/texts/mail-texts'

/** Shared by the notices that advise resetting the password. */
export const securityNotice: SecurityNotice = {
  button: 'Reset password',
  after: ['If you can’t sign in to your account, contact the administrator of {host}.'],
  why: 'You’re receiving this email because it concerns the security of your account at {host}.',
}

/** The emails about changes to one’s own account, in English. */
export const ownAccountMails: OwnAccountMails = {
  confirm_email_change: {
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
  email_change_requested: {
    ...securityNotice,
    subject: 'Email address change requested',
    before: [
      'Someone asked to change the email address of your account at {host}. We sent a link to the new address. Nothing changes until it’s confirmed there. If that was you, you don’t need to do anything here.',
      'If this wasn’t you, reset your password now. That cancels the change and signs out all devices. After the new address is confirmed, only the administrator of {host} can help.',
    ],
  },
  address_wanted: {
    subject: 'You already have an account',
    before: [
      'Someone tried to use this email address for another account at {host}, but it already belongs to yours. Nothing has changed. If that was you, sign in to this account, or choose a different address for the other one.',
    ],
    button: 'Sign in',
    after: [
      'Forgot your password? Reset it: {forgot_url}',
      'Wasn’t you? You can ignore this email. No one got access to your account or learned that it exists.',
    ],
    why: 'You’re receiving this email because someone tried to use this email address at {host}.',
  },
  phone_changed: {
    ...securityNotice,
    subject: 'Your phone number was changed',
    before: [
      'A phone number was confirmed for your account at {host}. Text messages about your account now go to it. If you did this, you don’t need to do anything.',
      'If this wasn’t you, reset your password now. That signs out all devices. Then remove the number from your account.',
    ],
  },
  phone_removed: {
    ...securityNotice,
    subject: 'Your phone number was removed',
    before: [
      'The phone number of your account at {host} was removed. You’ll no longer get text messages about your account. If you did this, you don’t need to do anything.',
      'If this wasn’t you, reset your password now. That signs out all devices.',
    ],
  },
  mail_settings_changed: {
    subject: 'The email settings were changed',
    before: [
      'Someone changed how {host} sends email, or the text of its emails. If you know about this change, you don’t need to do anything.',
      'If you don’t recognize this change, check the settings and the audit trail immediately. Anyone who controls outgoing email can reset passwords.',
    ],
    button: 'Open settings',
    after: [],
    why: 'You’re receiving this email because you can manage the settings of {host}.',
  },
  account_deleted: {
    subject: 'Your account was deleted',
    before: [
      'Your account at {host} was deleted by someone signed in to it. All devices were signed out, and no one can sign in to it anymore. If you did this, you don’t need to do anything.',
      'If this wasn’t you, contact the administrator of {host} immediately. They can restore the account.',
    ],
    button: 'Open website',
    after: ['No one else can sign up with this email address.'],
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
      'Wasn’t you? You can ignore this email. Nothing happens unless the link is opened in the browser that started the sign-in.',
    ],
    why: 'You’re receiving this email because someone signed in to {host} with a {provider} account that uses this email address.',
  },
}
