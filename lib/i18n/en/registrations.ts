/** The registrations that administrators approve or decline. */
export const registrations = {
  title: 'Registrations waiting for approval',
  lead: 'These users confirmed their email address. They can sign in after you approve them.',
  leadOff:
    'New users don’t need approval at the moment. Those who signed up while approval was required wait until you decide.',
  back: 'All users',
  total: { one: '{count} registration', other: '{count} registrations' },
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
  emptyTitle: 'No registrations waiting',
  emptyText:
    'Users appear here after they sign up and confirm their email address, if “Who may sign up” requires approval.',
  settings: 'Change who may sign up',
  first: 'Back to the start',
  next: 'More registrations',
  refusals: {
    conflict: 'This registration was already approved.',
    not_found: 'This registration was already declined.',
    precondition_failed:
      'Nothing was declined because this registration was approved or changed in the meantime. If it’s still listed, review it and decide again.',
    privilege_escalation:
      'This user was given permissions that you don’t have. Ask an administrator who has them to decide.',
  },
  inbox: {
    one: {
      title: '{email} is waiting for approval',
      body: 'Approve or decline the registration.',
    },
    many: {
      title: 'More registrations are waiting for approval',
      body: 'Approve or decline them in the list.',
    },
  },
}
