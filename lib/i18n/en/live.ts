/** What open pages say of changes that others made. */
export const live = {
  gained: 'You can now open {pages}.',
  lost: 'You can no longer open {pages}.',
  dismiss: 'Dismiss',
}
