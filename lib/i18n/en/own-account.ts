/** What people do to their own account: its address, their data, its end. */
export const ownAccount = {
  notices: {
    email_changed: 'Your e-mail address is changed. Messages about your account go there from now on.',
    account_deleted: 'Your account is deleted, and you are signed out everywhere.',
  },
  signInAgain: 'Sign in again',
  email: {
    title: 'E-mail address',
    lead: 'You sign in with it, and messages about your account go there.',
    leadExternal: 'Messages about your account go there.',
    change: 'Change the address',
    presentTitle: 'Present address',
    changeTitle: 'Change your e-mail address',
    changeText:
      'We send a link to the new address and tell the present one. Nothing changes until the link is opened.',
    newEmail: 'New e-mail address',
    submit: 'Send the link',
    signInText: 'Your last sign-in was a while ago. Sign in again, then change the address.',
    sent: 'Check the new mailbox: if the address can be used here, a link is on its way to it.',
    waitingTitle: 'Waiting for confirmation',
    waitingText:
      'If {email} can be used here, a link was sent to it. It becomes your address once you open the link, which works until {until}.',
    waitingHint: 'Nothing there? Look in the spam folder, or ask again below: only the newest link works.',
    cancel: 'Cancel the change',
    cancelled: 'The change is cancelled. Your address stays as it is.',
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
    lead: 'Take a copy of it, or delete your account.',
    exportTitle: 'Download your data',
    exportText:
      'One JSON file with all that is stored about you: profile, roles, sessions, devices, connected accounts, inbox, and the records of what you did here. Passwords, codes and the data of others are not in it.',
    download: 'Download',
    deleteTitle: 'Delete your account',
    deleteText:
      'You are signed out everywhere and cannot sign in any more. The address stays reserved: nobody can sign up with it. An administrator can bring the account back.',
    delete: 'Delete the account',
    confirmTitle: 'Delete the account of {email}?',
    confirmText:
      'Every browser and app is signed out at once, and nobody can sign in to it any more. You cannot undo this yourself.',
    confirmSubmit: 'Delete the account now',
    signInText: 'Your last sign-in was a while ago. Sign in again, then delete the account.',
    reload: 'Load the page again',
    cancel: 'Keep the account',
  },
}
