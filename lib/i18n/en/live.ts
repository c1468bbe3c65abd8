/** Notices about changes made elsewhere. */
export const live = {
  gained: 'You now have access to {pages}.',
  lost: 'You no longer have access to {pages}.',
  dismiss: 'Dismiss',
}
