/** Changing the email address, exporting data and deleting the account. */
export const ownAccount = {
  notices: {
    email_changed: 'Email address changed. Messages about your account now go there.',
    account_deleted: 'Account deleted. You were signed out on all devices.',
    account_erased: 'Account erased. You were signed out on all devices.',
  },
  signInAgain: 'Sign in again',
  email: {
    title: 'Email address',
    lead: 'You sign in with this address. Messages about your account go here.',
    leadExternal: 'Messages about your account go here.',
    change: 'Change address',
    presentTitle: 'Current address',
    changeTitle: 'Change your email address',
    changeText:
      'We’ll send a link to the new address and a notice to the current one. Nothing changes until you open the link.',
    newEmail: 'New email address',
    submit: 'Send link',
    signInText: 'You signed in a while ago. Sign in again, then change the address.',
    sent: 'If the new address can be used, we’ve sent it a link. Open it to confirm the change.',
    waitingTitle: 'Waiting for confirmation',
    waitingText:
      'If {email} can be used, we’ve sent it a link. It becomes your address when you open the link. The link expires on {until}.',
    waitingHint:
      'No email? Check your spam folder, or request another link below. Only the newest link works.',
    cancel: 'Cancel change',
    canceled: 'Change canceled. Your address stays the same.',
  },
  confirm: {
    title: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    lead: 'After you confirm, you sign in with {email}.',
    submit: 'Confirm new address',
    askAgain: 'Request new link',
    dead: 'It has expired, was replaced by a newer link, or was already used.',
  },
  data: {
    title: 'Your data',
    lead: 'Download a copy, or delete your account.',
    exportTitle: 'Download your data',
    exportText:
      'A JSON file with everything we store about you, including your profile, sessions, sign-in methods, API keys, files (as links), payments, messages, and activity. It doesn’t contain passwords, codes, or other users’ data.',
    download: 'Download',
    deleteTitle: 'Delete your account',
    deleteText:
      'You’ll be signed out on all devices and can no longer sign in. Your API keys are revoked, and your files and phone number are deleted. None of this comes back if the account is restored.',
    restorableFor:
      'An administrator can restore the account for {period}. After that, it’s erased (permanently deleted). Until then, no one else can sign up with your email address.',
    restorable:
      'An administrator can restore the account. No one else can sign up with your email address.',
    delete: 'Delete account',
    confirmTitle: 'Delete the account of {email}?',
    confirmText:
      'All sessions are signed out and all API keys revoked immediately, and no one can sign in to this account. You can’t undo this yourself.',
    confirmSubmit: 'Delete account now',
    eraseTitle: 'Erase your account',
    eraseText:
      'Permanently deletes your account, your files, and all other personal data now. No one can restore it. Payment records are kept, but identify you only by an ID. Your email address can be used to sign up again.',
    erase: 'Erase account',
    eraseConfirmTitle: 'Erase the account of {email}?',
    eraseConfirmText:
      'All sessions are signed out and all API keys revoked immediately, and the account and its data are erased. You can’t undo this.',
    eraseConfirmSubmit: 'Erase account now',
    signInText: 'You signed in a while ago. Sign in again, then delete the account.',
    reload: 'Reload page',
    cancel: 'Cancel',
  },
}
