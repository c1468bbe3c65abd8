/** Signing in with a code or link sent by email. */
export const emailCode = {
  offer: 'Email me a code',
  title: 'Sign in by email',
  heading: 'Sign in by email',
  lead: 'We’ll send a 6-digit code to your email address.',
  submit: 'Email me a code',
  toLogin: 'Sign in another way',
  enter: {
    title: 'Enter your code',
    heading: 'Enter your code',
    lead: 'If {email} can sign in this way, we’ve sent it a code. It works for 10 minutes, and only in this browser.',
    code: '6-digit code',
    submit: 'Sign in',
    spam: 'No email? Check your spam folder. We send up to 5 codes an hour, and none to an address that hasn’t been confirmed.',
    again: 'Request a new code',
  },
  link: {
    title: 'Sign in by email',
    heading: 'Sign in by email',
    lead: 'Continue as {email}.',
    submit: 'Sign in',
    dead: 'It has expired or was already used. Request a new code to sign in.',
    otherHeading: 'Enter the code in the browser where you requested it',
    otherLead:
      'This link only works in the browser where you requested it. Go back there and enter the code from the email. The code is still valid.',
  },
}
