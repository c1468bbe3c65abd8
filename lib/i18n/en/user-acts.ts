/** What administrators do to an account with one click, wherever it is offered. */
export const userActs = {
  activate: {
    submit: 'Activate',
    title: 'Activate {person}?',
    text: 'They can sign in again. Sessions that were ended stay ended.',
    pendingText:
      'They can sign in without confirming the address {email} first. Do this only when you know that it is theirs.',
    done: '{person} is active and can sign in.',
  },
  deactivate: {
    submit: 'Deactivate',
    title: 'Deactivate {person}?',
    text: 'Every session ends at once, links in mails stop working, and they cannot sign in until somebody activates the account.',
    ownText:
      'This is your own account. You are signed out at once and cannot sign in until another administrator activates it.',
    done: '{person} is deactivated, and signed out everywhere.',
  },
  end_sessions: {
    submit: 'End all sessions',
    title: 'End all sessions of {person}?',
    text: 'Every browser and app of theirs loses access at once and has to sign in again. The account stays as it is.',
    ownText: 'This is your own account: you are signed out here as well.',
    done: '{person} is signed out everywhere.',
  },
  restore: {
    submit: 'Restore',
    title: 'Restore {person}?',
    text: 'The account becomes what it was before it was deleted, with the same roles. Old sessions and links stay dead.',
    done: '{person} is restored.',
  },
  delete: {
    submit: 'Delete',
    title: 'Delete {person}?',
    text: 'Every session ends at once, and they cannot sign in any more. The address stays taken, and the account can be restored.',
    ownText: 'This is your own account. You are signed out at once, and only somebody else can restore it.',
    done: '{person} is deleted, and signed out everywhere.',
  },
}
