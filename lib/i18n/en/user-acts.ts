/** What administrators do to an account with one click, wherever it is offered. */
export const userActs = {
  activate: {
    submit: 'Activate',
    title: 'Activate {person}?',
    text: 'They can sign in again. Sessions that were ended stay ended.',
    pendingText:
      'They can sign in without confirming the address {email} first. Do this only if you know that it is theirs.',
    done: '{person} is active and can sign in.',
  },
  deactivate: {
    submit: 'Deactivate',
    title: 'Deactivate {person}?',
    text: 'All their sessions end immediately, links in emails stop working, and they cannot sign in until someone activates the account.',
    ownText:
      'This is your own account. You are signed out immediately and cannot sign in until another administrator activates it.',
    done: '{person} was deactivated and signed out everywhere.',
  },
  end_sessions: {
    submit: 'End all sessions',
    title: 'End all sessions of {person}?',
    text: 'All their browsers and apps lose access immediately and have to sign in again. The account stays as it is.',
    ownText: 'This is your own account: you are signed out here, too.',
    done: '{person} was signed out everywhere.',
  },
  restore: {
    submit: 'Restore',
    title: 'Restore {person}?',
    text: 'The account becomes what it was before it was deleted, with the same roles. Old sessions and links stay invalid.',
    done: '{person} was restored.',
  },
  delete: {
    submit: 'Delete',
    title: 'Delete {person}?',
    text: 'All their sessions end immediately, and they can no longer sign in. The address stays reserved, and the account can be restored.',
    ownText:
      'This is your own account. You are signed out immediately, and only someone else can restore it.',
    done: '{person} was deleted and signed out everywhere.',
  },
}
