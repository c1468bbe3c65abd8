/** What people do to their own account: its address, their data, its end. */
export const ownAccount = {
  notices: {
    email_changed: 'Your email address was changed. Messages about your account now go there.',
    account_deleted: 'Your account was deleted, and you have been signed out everywhere.',
  },
  signInAgain: 'Sign in again',
  email: {
    title: 'Email address',
    lead: 'You sign in with it, and messages about your account go there.',
    leadExternal: 'Messages about your account go there.',
    change: 'Change address',
    presentTitle: 'Current address',
    changeTitle: 'Change your email address',
    changeText:
      'We send a link to the new address and a notice to the current one. Nothing changes until the link is opened.',
    newEmail: 'New email address',
    submit: 'Send link',
    signInText: 'Your last sign-in was a while ago. Sign in again, then change the address.',
    sent: 'Check the new mailbox: if the address can be used here, a link is on its way.',
    waitingTitle: 'Waiting for confirmation',
    waitingText:
      'If {email} can be used here, a link was sent to it. It becomes your address once you open the link, which works until {until}.',
    waitingHint:
      'Nothing there? Check your spam folder, or request another link below. Only the newest link works.',
    cancel: 'Cancel change',
    cancelled: 'The change was canceled. Your address stays as it is.',
  },
  confirm: {
    title: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    lead: 'From then on, you sign in with {email}.',
    submit: 'Confirm new address',
    askAgain: 'Request a new link',
    dead: 'It has been used, replaced by a newer link, or has expired.',
  },
  data: {
    title: 'Your data',
    lead: 'Download a copy, or delete your account.',
    exportTitle: 'Download your data',
    exportText:
      'A JSON file with everything stored about you: profile, roles, sessions, devices, connected accounts, inbox, and the record of your activity. It does not contain passwords, codes, or other people’s data.',
    download: 'Download',
    deleteTitle: 'Delete your account',
    deleteText:
      'You are signed out everywhere and can no longer sign in. Your address stays reserved, so nobody can sign up with it. An administrator can restore the account.',
    delete: 'Delete account',
    confirmTitle: 'Delete the account of {email}?',
    confirmText:
      'Every browser and app is signed out immediately, and nobody can sign in anymore. You cannot undo this yourself.',
    confirmSubmit: 'Delete account now',
    signInText: 'Your last sign-in was a while ago. Sign in again, then delete the account.',
    reload: 'Reload the page',
    cancel: 'Keep account',
  },
}
