/** Actions on an account, on the user list and the user page. */
export const userActions = {
  activate: {
    submit: 'Activate',
    title: 'Activate {person}?',
    text: 'They can sign in again. Sessions that ended stay ended.',
    pendingText:
      'They can sign in without confirming {email} first. Do this only if you know that the address is theirs.',
    waitingText: 'Approves the registration: they can sign in, and we email them.',
    serviceText: 'API keys can be created for it again. Old keys stay revoked.',
    done: '{person} was activated and can sign in.',
    serviceDone: '{person} was activated. Create API keys for it.',
  },
  deactivate: {
    submit: 'Deactivate',
    title: 'Deactivate {person}?',
    text: 'Ends all their sessions immediately, invalidates links in their emails and invitation links that they copied, stops their imports and bulk actions, and cancels their notifications. They can’t sign in until an administrator activates the account.',
    ownText:
      'This is your own account. You’re signed out immediately and can’t sign in until another administrator activates it.',
    serviceText:
      'Revokes its API keys immediately. After the account is activated again, it needs new ones.',
    done: '{person} was deactivated. All their sessions were ended.',
    serviceDone: '{person} was deactivated. Its API keys were revoked.',
  },
  end_sessions: {
    submit: 'End all sessions',
    title: 'End all sessions of {person}?',
    text: 'All their browsers and apps lose access immediately and have to sign in again. The account doesn’t change.',
    ownText: 'This is your own account. You’re signed out here, too.',
    done: 'All sessions of {person} were ended.',
  },
  restore: {
    submit: 'Restore',
    title: 'Restore {person}?',
    text: 'Restores the account with its previous status and roles. Old sessions and links stay invalid.',
    done: '{person} was restored.',
  },
  delete: {
    submit: 'Delete',
    title: 'Delete {person}?',
    text: 'Deletes the account, ends all its sessions immediately, invalidates invitation links that the user copied, stops their imports and bulk actions, and cancels their notifications. The email address stays reserved, and an administrator can restore the account.',
    ownText:
      'This is your own account. You’re signed out immediately, and only another administrator can restore it.',
    serviceText:
      'Deletes the account and revokes its API keys immediately. An administrator can restore the account, but not the keys.',
    done: '{person} was deleted. All their sessions were ended.',
    serviceDone: '{person} was deleted. Its API keys were revoked.',
  },
}
