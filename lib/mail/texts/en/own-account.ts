import type { OwnAccountMails } from '@/lib/mail/texts/mail-texts'

/** The mails about what people do to their own account, in English. */
export const ownAccountMails: OwnAccountMails = {
  confirm_email_change: {
    subject: 'Confirm your new email address',
    before: [
      'Someone wants to use this address for their account at {host}. If that was you, confirm it: from then on you sign in with it, and messages come here.',
    ],
    button: 'Confirm the new address',
    after: [
      'The link works once and for {life}.',
      'You have no account there, or did not ask for this? Then do nothing: without your confirmation nothing changes.',
    ],
    why: 'You received this email because this was given as the new address of an account at {host}.',
  },
  email_change_requested: {
    subject: 'Someone wants to change your email address',
    before: [
      'Your account at {host} is to get another email address. A link was sent to the new one; nothing changes until it is opened. If that was you, no action is needed.',
      'If this was not you, choose a new password now. That stops the change and signs everybody out. Once the new address is confirmed, only whoever runs {host} can help.',
    ],
    button: 'It was not me',
    after: ['If that does not get you back in, contact whoever runs {host}.'],
    why: 'You received this email because it concerns the security of your account at {host}.',
  },
  address_wanted: {
    subject: 'You already have an account',
    before: [
      'Someone wanted to make this the email address of another account at {host}, but it already has an account: yours. Nothing was changed. If that was you, you have two accounts: sign in to this one, or choose another address for the other.',
    ],
    button: 'Sign in',
    after: [
      'Forgot your password? Choose a new one: {forgotUrl}',
      'If this was not you, ignore this email. Nobody got in, and nobody was told that you have an account.',
    ],
    why: 'You received this email because someone asked at {host} to use this address.',
  },
  account_deleted: {
    subject: 'Your account was deleted',
    before: [
      'Your account at {host} was deleted, as was asked for from within it. Every device is signed out, and nobody can sign in to it any more. If that was you, no action is needed.',
      'If this was not you, contact whoever runs {host} at once: an administrator can bring the account back.',
    ],
    button: 'Open the site',
    after: ['The address stays reserved: nobody else can sign up with it.'],
    why: 'You received this email because it concerns your account at {host}.',
  },
}
