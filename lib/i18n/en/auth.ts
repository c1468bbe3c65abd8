/** The pages under /auth. */
export const auth = {
  login: {
    title: 'Sign in',
    heading: 'Sign in to {product}',
    lead: 'Enter your details to continue.',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    registerPrompt: 'New here?',
    registerLink: 'Sign up',
    unverifiedAction: 'Request new link',
    lockedAction: 'Reset your password',
  },
  external: { continueWith: 'Continue with {provider}', or: 'or' },
  notices: {
    signed_out: 'You’re signed out.',
    password_reset:
      'Password changed. You were signed out on all devices. Sign in with your new password.',
    email_verified: 'Email address confirmed. You can now sign in.',
    awaits_approval:
      'Email address confirmed. An administrator has to approve your account before you can sign in. We’ll email you when it’s approved.',
    session_disowned_address_changed:
      'That device was signed out, and everything added to the account since then was removed. The account’s email address was changed. To get the account back, contact an administrator.',
    session_ended: 'Your session has ended. Sign in again to continue.',
  },
  register: {
    title: 'Sign up',
    heading: 'Create your account',
    lead: 'It takes a minute. We’ll ask you to confirm your email address.',
    leadApproval:
      'We’ll ask you to confirm your email address. Then an administrator has to approve your account. We’ll email you when it’s approved.',
    domains: {
      one: 'You need an email address that ends in {domains}.',
      other: 'You need an email address that ends in one of these: {domains}.',
    },
    domainsHidden:
      'Only certain email addresses can sign up here, such as those of your organization.',
    closedHeading: 'Sign-up is by invitation only',
    closedLead:
      'Ask an administrator for an invitation. If you’ve already been invited, open the link in the email.',
    toLogin: 'Sign in',
    submit: 'Sign up',
    loginPrompt: 'Already have an account?',
    loginLink: 'Sign in',
  },
  checkMail: {
    title: 'Check your email',
    heading: 'Check your email',
    lead: 'If the address can be used, we’ve sent it a link. Open it to continue.',
    leadFor: 'If {email} can be registered, we’ve sent it a link. Open it to continue.',
    leadReset: 'If {email} has an account, we’ve sent it a link. Open it to choose a new password.',
    leadResend:
      'If {email} still needs to be confirmed, we’ve sent it a new link. Open it to continue.',
    leadSignIn:
      'We sent a link to {email}. Open it in this browser to finish signing in with {provider}. It expires in 30 minutes.',
    spam: 'No email after a few minutes? Check your spam folder or request a new link.',
    spamSignIn:
      'No email after a few minutes? Check your spam folder, or sign in again to get a new link.',
    resend: 'Request new link',
    toLogin: 'Back to sign-in',
    whereTitle: 'Where to find the email',
    whereLog:
      'No email server is set up, so emails are printed in the terminal where {product} runs.',
  },
  forgot: {
    title: 'Reset your password',
    heading: 'Reset your password',
    lead: 'Enter your email address and we’ll send you a link to choose a new password.',
    invited: {
      heading: 'Get a new link',
      lead: 'Enter the email address that was invited and we’ll send you a link to choose a password. If no email arrives, ask an administrator for a new invitation.',
    },
    submit: 'Send link',
    toLogin: 'Back to sign-in',
  },
  reset: {
    title: 'Choose a new password',
    heading: 'Choose a new password',
    lead: 'You’ll be signed out on all devices and can then sign in with your new password.',
    submit: 'Change password',
    askAgain: 'Request new link',
    dead: 'It has expired or was already used. If you’ve already chosen a new password, sign in with it.',
  },
  /** The link in the email about a sign-in from a new device. */
  notMe: {
    title: 'Secure your account',
    heading: 'Secure your account',
    lead: 'We’ll sign out the device that signed in to {email} and every device that signed in after it. We’ll also remove what was added to the account since then: passkeys, an authenticator app, recovery codes, provider accounts, API keys, a phone number, and a requested change of the email address. We’ll stop imports and bulk actions started since then, cancel notifications created since then, and invalidate copied invitation links. If that device signed in with a provider account, we’ll disconnect that account, too. You’ll then choose a new password, which signs out all other devices.',
    leadAddressChanged:
      'We’ll sign out the device that signed in to {email} and every device that signed in after it. We’ll also remove what was added to the account since then: passkeys, an authenticator app, recovery codes, provider accounts, API keys, a phone number, and a requested change of the email address. We’ll stop imports and bulk actions started since then, cancel notifications created since then, and invalidate copied invitation links. If that device signed in with a provider account, we’ll disconnect that account, too. The account now has a different email address, so you can’t choose a new password here. Contact an administrator to get the account back.',
    submit: 'Secure account',
    dead: 'It has expired or was already used. To sign out all devices, reset your password.',
    forgot: 'Reset password',
    notices: {
      session_disowned:
        'That device was signed out, and everything added to the account since then was removed. Now choose a new password.',
    },
  },
  verify: {
    title: 'Confirm your email address',
    heading: 'Confirm your email address',
    lead: 'Confirm that {email} is your email address.',
    leadPassword:
      'To confirm {email}, enter the password you chose when you signed up, or choose a new one.',
    submit: 'Confirm email address',
    askAgain: 'Request new link',
    enterPassword: 'Enter password',
    dead: 'It has expired or was already used. If you’ve already confirmed your address, sign in.',
  },
  confirmSignIn: {
    title: 'Finish signing in',
    heading: 'Finish signing in',
    lead: 'Continue as {email}, signed in with {provider}.',
    submit: 'Continue',
    dead: 'It has expired or was already used. Sign in again to get a new one.',
    otherHeading: 'Open this link in the browser you started in',
    otherLead:
      'You started signing in with a different browser, and the link only works there. It’s still valid.',
    toLogin: 'Go to sign-in',
  },
  deadLink: { heading: 'This link no longer works' },
  missingToken: {
    heading: 'This link is incomplete',
    lead: 'Open the link in the email again, or copy the whole link into the address bar.',
  },
  resend: {
    title: 'Get a new confirmation link',
    heading: 'Get a new confirmation link',
    lead: 'Enter your email address. If it still needs to be confirmed, we’ll send you a new link.',
    submit: 'Send link',
    toLogin: 'Back to sign-in',
  },
  setup: {
    title: 'Set up {product}',
    heading: 'Create the first administrator',
    lead: 'This account will have every permission. The link works once and expires in 1 hour.',
    submit: 'Create administrator',
    stale:
      'Until the first administrator is created, {product} prints a new link in the terminal each time it starts.',
    done: '{product} already has an administrator.',
  },
  /** The start page, until there is an administrator. */
  welcome: {
    title: 'Welcome',
    heading: 'Welcome to {product}',
    lead: 'There’s no administrator yet. Create the first one with the setup link.',
    stepTerminal: 'Go to the terminal where {product} is running.',
    stepLog: 'Open the {product} server log (standard output).',
    stepLink: 'Open the link on the line that starts with',
    stepChoose:
      'Enter your email address and choose a password. You’ll be signed in as the administrator.',
    once: 'The link works once and expires in 1 hour. Restart {product} to get a new one.',
    bound: 'To restrict the link to one email address, start {product} with the setting',
    loginPrompt: 'Already have an account?',
    loginLink: 'Sign in',
  },
  invitation: {
    title: 'Accept your invitation',
    heading: 'Welcome to {product}',
    lead: 'You’ve been invited as {email}. Choose a password to activate your account.',
    submit: 'Accept invitation',
    askAgain: 'Get new link',
    dead: 'It has expired, was withdrawn, or was already used. If you’ve already accepted the invitation, sign in. Otherwise, get a new link or ask an administrator for another invitation.',
  },
  logout: {
    title: 'Sign out',
    heading: 'Sign out of {product}?',
    lead: 'You can sign in again at any time. Your other sessions stay signed in.',
    submit: 'Sign out',
    cancel: 'Stay signed in',
  },
}
