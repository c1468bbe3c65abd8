/** The registrations that administrators approve or decline. */
export const registrations = {
  title: 'Sign-ups waiting for approval',
  lead: 'These users confirmed their email address. They can sign in after you approve them.',
  leadOff:
    'New users don’t need approval at the moment. Those who signed up while approval was required wait until you decide.',
  back: 'All users',
  total: { one: '{count} sign-up', other: '{count} sign-ups' },
  link: { one: '{count} waiting for approval', other: '{count} waiting for approval' },
  badge: 'Waiting for approval',
  columns: {
    user: 'User',
    method: 'Signed up with',
    since: 'Waiting since',
    actions: 'Actions',
  },
  password: 'Email and password',
  approve: 'Approve',
  approveFor: 'Approve {email}',
  decline: 'Decline',
  declineFor: 'Decline {email}',
  declineTitle: 'Decline {email}?',
  declineText:
    'Deletes the account and emails the user. You can’t undo this. The address can be registered again.',
  reason: 'Reason',
  reasonHint: 'We send it to the user.',
  cancel: 'Cancel',
  approved: '{email} approved. We’ve emailed them.',
  declined: '{email} declined. We’ve emailed them.',
  emptyTitle: 'No sign-ups waiting for approval',
  emptyText:
    'Users appear here after they sign up and confirm their email address, if “Who may sign up” requires approval.',
  settings: 'Change who may sign up',
  first: 'Back to the start',
  next: 'More sign-ups',
  refusals: {
    conflict: 'This sign-up was already approved.',
    not_found: 'This sign-up was already declined.',
    precondition_failed:
      'Nothing was declined because this sign-up was approved or changed in the meantime. If it’s still listed, review it and decide again.',
    privilege_escalation:
      'This user was given permissions that you don’t have. Ask an administrator who has them to decide.',
  },
  inbox: {
    one: {
      title: '{email} is waiting for approval',
      body: 'Approve or decline the sign-up.',
    },
    many: {
      title: 'More sign-ups are waiting for approval',
      body: 'Approve or decline them in the list.',
    },
  },
}
