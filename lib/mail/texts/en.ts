import { ownAccountMails } from '@/lib/mail/texts/en/own-account'
import type { MailTexts } from '@/lib/mail/texts/mail-texts'

/** The mails in English. */
export const en: MailTexts = {
  greeting: 'Hello,',
  greetingTo: 'Hello {name},',
  buttonFallback: 'If the button does not work, open this address:',
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
      before: ['Thanks for signing up at {host}. Confirm that this email address is yours to finish.'],
      button: 'Confirm email address',
      after: [
        'Opened in a browser you didn’t sign up with, the link asks for a password: the one you chose, or a new one.',
        'The link works once and expires after {life}.',
        'If you didn’t sign up, ignore this email. Nobody can use the account unless you confirm it.',
      ],
      why: 'You received this email because someone signed up at {host} with this address.',
    },
    reset_password: {
      subject: 'Choose a new password',
      before: ['Choose a new password for your account at {host}. Doing so signs you out on every device.'],
      button: 'Choose a new password',
      after: [
        'The link works once and for {life}. Do not share it with anyone.',
        'If you did not ask for this, ignore this email. Your password stays as it is, and nobody got into your account.',
      ],
      why: 'You received this email because someone asked at {host} to reset the password of this address.',
    },
    already_registered: {
      subject: 'You already have an account',
      before: [
        'Someone tried to sign up at {host} with this address, but it already has an account. If that was you, sign in.',
      ],
      button: 'Sign in',
      after: [
        'Forgot your password? Choose a new one: {forgotUrl}',
        'If this was not you, ignore this email. Nobody got in, and nobody was told that you have an account.',
      ],
      why: 'You received this email because someone tried to sign up at {host} with this address.',
    },
    password_changed: {
      subject: 'Your password was changed',
      before: [
        'The password of your account at {host} was changed. If you did that, no action is needed.',
        'If this was not you, choose a new password now. That signs everyone out, including whoever changed it.',
      ],
      button: 'It was not me',
      after: ['If that does not get you back in, contact whoever runs {host}.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    refresh_token_reused: {
      subject: 'We ended one of your sessions',
      before: [
        'An old key to one of your sessions at {host} was presented again. That can mean that someone copied it, so we ended that session: whoever used it is signed out.',
        'If an app of yours lost its connection or was restored from a backup, this happens by itself: sign in again and all is well.',
        'If you cannot explain it, choose a new password now. That ends all your other sessions too.',
      ],
      button: 'Choose a new password',
      after: ['Your password was not changed, and your other sessions go on.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    mfa_enabled: {
      subject: 'Two-step sign-in is on',
      before: [
        'Two-step sign-in was turned on for your account at {host}: from now on signing in asks for a code from your authenticator app. Your other sessions were ended. If you did that, no action is needed.',
        'If this was not you, someone is in your account: choose a new password now, and contact whoever runs {host}.',
      ],
      button: 'It was not me',
      after: ['If that does not get you back in, contact whoever runs {host}.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    mfa_disabled: {
      subject: 'Two-step sign-in is off',
      before: [
        'Two-step sign-in was turned off for your account at {host}: the password alone opens it again. If you did that, no action is needed.',
        'If this was not you, choose a new password now and turn two-step sign-in on again.',
      ],
      button: 'It was not me',
      after: ['If that does not get you back in, contact whoever runs {host}.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    mfa_reset: {
      subject: 'Two-step sign-in was reset',
      before: [
        'An administrator turned two-step sign-in off for your account at {host} and ended all your sessions: the password alone opens it again. If you asked for that, sign in and set it up again under “Security”.',
        'If you did not ask for it, choose a new password now and contact whoever runs {host}.',
      ],
      button: 'I did not ask for it',
      after: ['Your password was not changed. The old recovery codes no longer work.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    recovery_codes_renewed: {
      subject: 'Your recovery codes were replaced',
      before: [
        'New recovery codes were made for your account at {host}; the old ones no longer work. If you did that, keep the new ones in a safe place.',
        'If this was not you, choose a new password now.',
      ],
      button: 'It was not me',
      after: ['If that does not get you back in, contact whoever runs {host}.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    recovery_code_used: {
      subject: 'A recovery code was used',
      before: [
        'Someone signed in to your account at {host} with one of your recovery codes. Each works once. When few are left, make new ones on the security page of your account.',
        'If this was not you, choose a new password now and make new recovery codes.',
      ],
      button: 'It was not me',
      after: ['If that does not get you back in, contact whoever runs {host}.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    mfa_locked: {
      subject: 'Too many wrong codes',
      before: [
        'Too many wrong codes were entered for your account at {host}. For {lockout} no code is accepted now, not even a right one; after that it works as before. If that was you, just wait.',
        'It was not you? Codes are asked for only after your password, a connected account or inside one of your sessions: someone has got that far. Choose a new password now. That signs everybody out.',
      ],
      button: 'It was not me',
      after: ['Nobody got in with these codes, and nothing about your account was changed.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    identity_linked: {
      subject: 'A way to sign in was added',
      before: [
        'An account at a provider was connected to your account at {host}: it opens your account from now on. If you did that, no action is needed.',
        'If this was not you, choose a new password now and disconnect it under “Connected accounts”.',
      ],
      button: 'It was not me',
      after: ['If that does not get you back in, contact whoever runs {host}.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    identity_unlinked: {
      subject: 'A way to sign in was removed',
      before: [
        'An account at a provider was disconnected from your account at {host}: it no longer opens your account. If you did that, no action is needed.',
        'If this was not you, choose a new password now.',
      ],
      button: 'It was not me',
      after: ['If that does not get you back in, contact whoever runs {host}.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
    invitation: {
      subject: 'You are invited',
      before: [
        'An administrator of {host} made an account for you with this address. Choose a password, and it is yours.',
      ],
      button: 'Accept the invitation',
      after: [
        'The link works once and for {life}. Do not share it with anyone.',
        'It has run out? Have a new password sent to this address: {forgotUrl}',
        'You expect no invitation? Then do nothing. Without you nobody can use the account.',
      ],
      why: 'You received this email because an administrator of {host} invited this address.',
    },
    account_ready: {
      subject: 'Your account is ready',
      before: [
        'An administrator of {host} created an account for you with this address. It has no password yet. Choose one to sign in.',
      ],
      button: 'Choose a password',
      after: [
        'Enter this email address on the page that opens. We then send you a link to choose your password.',
        'If you don’t expect an account there, ignore this email. Nobody can choose a password without access to this mailbox.',
      ],
      why: 'You received this email because an administrator of {host} created an account with this address.',
    },
    confirm_address: {
      subject: 'Confirm your new email address',
      before: [
        'An administrator made this the email address of your account at {host}. Confirm that it is yours.',
      ],
      button: 'Confirm address',
      after: ['The link works once and for {life}.', 'You have no account there? Then do nothing.'],
      why: 'You received this email because this became the address of an account at {host}.',
    },
    address_changed: {
      subject: 'Your email address was changed',
      before: [
        'Your account at {host} has another email address from now on: messages no longer come here. If you asked for that, no action is needed.',
        'You know nothing of it? Then contact whoever runs {host} at once.',
      ],
      button: 'Sign in',
      after: ['Links that were sent here before no longer work.'],
      why: 'You received this email because it concerns the security of your account at {host}.',
    },
  },
}
