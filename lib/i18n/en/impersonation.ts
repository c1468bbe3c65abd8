/** Viewing the service as another user: the form on the user's page, and the banner. */
export const impersonation = {
  card: {
    title: 'View as this user',
    lead: 'See what they see, for up to 30 minutes, without changing anything.',
    open: 'View as this user…',
    text: 'They’ll get an email and an inbox message with your name and the reason. The audit trail records the start, the end, and refused changes.',
    reason: 'Reason',
    reasonHint: 'The user sees it. Up to 200 characters.',
    submit: 'View as this user',
    signInFirst: 'To view as this user, sign in again first.',
  },
  banner: {
    label: 'Viewing as another user',
    viewing: 'You’re viewing as {person}. You can’t change anything.',
    ends: 'Ends at',
    over: 'Viewing as another user has ended.',
    stop: 'Stop viewing as {person}',
    back: 'Return to your account',
  },
  session: 'Viewed by {person}',
  someone: 'an administrator',
}
