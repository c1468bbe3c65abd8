/** Actions on an account, on the user list and the user page. */
export const userActions = {
  activate: {
    submit: 'Activate',
    title: 'Activate {person}?',
    text: 'They can sign in again. Sessions that ended stay ended, and revoked API keys stay revoked.',
    pendingText:
      'They can sign in without confirming {email} first. Do this only if you know that the address is theirs.',
    waitingText: 'Approves the sign-up: they can sign in, and we email them.',
    serviceText: 'API keys can be created for it again. Old keys stay revoked.',
    done: '{person} was activated and can sign in.',
    serviceDone: '{person} was activated. Create API keys for it.',
  },
  deactivate: {
    submit: 'Deactivate',
    title: 'Deactivate {person}?',
    text: 'Immediately ends their sessions, imports, and bulk actions, cancels their notifications, and revokes their API keys, links in their emails, and invitation links that they copied. They can’t sign in until an administrator activates the account, which brings none of this back.',
    ownText:
      'This is your own account. You’re signed out immediately, your API keys are revoked, and you can’t sign in until another administrator activates it.',
    serviceText:
      'Revokes its API keys immediately. After the account is activated again, it needs new ones.',
    done: '{person} was deactivated. Their sessions were ended and their API keys revoked.',
    serviceDone: '{person} was deactivated. Its API keys were revoked.',
  },
  end_sessions: {
    submit: 'End all sessions',
    title: 'End all sessions of {person}?',
    text: 'All their browsers and apps lose access immediately and have to sign in again. An unconfirmed change of their email address is canceled. Nothing else in the account changes.',
    ownText: 'This is your own account. You’re signed out here, too.',
    done: 'All sessions of {person} were ended.',
  },
  restore: {
    submit: 'Restore',
    title: 'Restore {person}?',
    text: 'Restores the account with its previous status and roles. Old sessions, links, and API keys stay invalid. Deleted files and the phone number don’t come back.',
    done: '{person} was restored.',
  },
  delete: {
    submit: 'Delete',
    title: 'Delete {person}?',
    text: 'Immediately ends their sessions, imports, and bulk actions, cancels their notifications, revokes their API keys and links, and deletes their files and phone number. Restoring the account brings none of this back. The email address stays reserved until the account is erased.',
    serviceText:
      'Revokes its API keys immediately. They don’t come back if the account is restored.',
    restorable: 'An administrator can restore the account.',
    restorableFor:
      'An administrator can restore the account within {period}. After that, it’s erased (permanently deleted).',
    done: '{person} was deleted. Their sessions were ended and their API keys revoked.',
    serviceDone: '{person} was deleted. Its API keys were revoked.',
  },
}
