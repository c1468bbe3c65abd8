import { ownAccountMails, securityNotice } from '@/lib/messaging/mail/texts/en/own-account'
import type { MailTexts } from '@/lib/messaging/mail/texts/mail-texts'

/** The emails in English. */
export const en: MailTexts = {
  greeting: 'Hello,',
  greetingTo: 'Hello {name},',
  buttonFallback: 'If the button doesn’t work, open this link:',
  facts: {
    when: 'When',
    registered: 'Signed up',
    ip: 'IP address',
    device: 'Device',
    provider: 'Provider',
    codesLeft: 'Recovery codes left',
  },
  mails: {
    ...ownAccountMails,
    verify_email: {
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
    reset_password: {
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
    already_registered: {
      subject: 'You already have an account',
      before: [
        'Someone tried to sign up at {host} with this email address, but it already has an account. If that was you, sign in instead.',
      ],
      button: 'Sign in',
      after: [
        'Forgot your password? Reset it: {forgot_url}',
        'Wasn’t you? You can ignore this email. No one got access to your account or learned that it exists.',
      ],
      why: 'You’re receiving this email because someone tried to sign up at {host} with this address.',
    },
    password_changed: {
      ...securityNotice,
      subject: 'Your password was changed',
      before: [
        'The password of your account at {host} was changed. If you did this, you don’t need to do anything.',
        'If this wasn’t you, reset your password now. That signs out all devices, including the one that changed it.',
      ],
    },
    refresh_token_reused: {
      ...securityNotice,
      subject: 'We ended one of your sessions',
      before: [
        'A sign-in token from one of your sessions at {host} was used a second time. Someone may have copied it, so we ended that session.',
        'This can also happen when an app loses its connection or is restored from a backup. If so, sign in again.',
        'If you don’t know why this happened, reset your password now. That also ends all your other sessions.',
      ],
      after: ['Your password hasn’t changed, and your other sessions are still active.'],
    },
    mfa_enabled: {
      ...securityNotice,
      subject: 'Two-step verification was turned on',
      before: [
        'Two-step verification was turned on for your account at {host}. To sign in, you now also need a code from your authenticator app. Your other sessions were ended. If you did this, you don’t need to do anything.',
        'If this wasn’t you, someone has access to your account. Reset your password now and contact the administrator of {host}.',
      ],
    },
    mfa_disabled: {
      ...securityNotice,
      subject: 'Two-step verification was turned off',
      before: [
        'Two-step verification was turned off for your account at {host}. You no longer need a code to sign in. If you did this, you don’t need to do anything.',
        'If this wasn’t you, reset your password now, then turn two-step verification back on.',
      ],
    },
    mfa_reset: {
      ...securityNotice,
      subject: 'Two-step verification was reset',
      before: [
        'An administrator turned off two-step verification for your account at {host} and ended all your sessions. You no longer need a code to sign in. If you asked for this, sign in and set it up again under “Security”.',
        'If you didn’t ask for this, reset your password now and contact the administrator of {host}.',
      ],
      after: ['Your password hasn’t changed. Your old recovery codes no longer work.'],
    },
    recovery_codes_renewed: {
      ...securityNotice,
      subject: 'Your recovery codes were replaced',
      before: [
        'New recovery codes were created for your account at {host}. The old ones no longer work. If you did this, keep the new codes in a safe place.',
        'If this wasn’t you, reset your password now.',
      ],
    },
    recovery_code_used: {
      ...securityNotice,
      subject: 'A recovery code was used',
      before: [
        'One of your recovery codes was used to sign in to your account at {host}. Each code works once. When you’re running low, create new ones under “Security”.',
        'If this wasn’t you, reset your password now and create new recovery codes.',
      ],
    },
    mfa_locked: {
      ...securityNotice,
      subject: 'Too many incorrect codes',
      before: [
        'Too many incorrect codes were entered for your account at {host}. For the next {lockout}, we won’t accept any codes, not even correct ones. If that was you, wait and try again.',
        'If this wasn’t you, someone knows your password, can use an account you connected, or has access to one of your sessions. Reset your password now. That signs out all devices.',
      ],
      after: ['None of these codes gave anyone access, and nothing in your account has changed.'],
    },
    identity_linked: {
      ...securityNotice,
      subject: 'A sign-in method was added',
      before: [
        'An account at the provider below was connected to your account at {host} and can now be used to sign in. If you did this, you don’t need to do anything.',
        'If this wasn’t you, reset your password now and disconnect the account under “Connected accounts”.',
      ],
    },
    identity_unlinked: {
      ...securityNotice,
      subject: 'A sign-in method was removed',
      before: [
        'An account at the provider below was disconnected from your account at {host} and can no longer be used to sign in. If you did this, you don’t need to do anything.',
        'If this wasn’t you, reset your password now.',
      ],
    },
    invitation: {
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
    account_ready: {
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
    confirm_address: {
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
    address_changed: {
      subject: 'Your email address was changed',
      before: [
        'The email address of your account at {host} was changed, and we’ll no longer send messages to this one. If you asked for this, you don’t need to do anything.',
        'If this wasn’t you, contact the administrator of {host} immediately.',
      ],
      button: 'Sign in',
      after: ['Links in earlier emails to this address no longer work.'],
      why: 'You’re receiving this email because it concerns the security of your account at {host}.',
    },
  },
}
