/** The page that shows mails in local mode. */
export const outbox = {
  title: 'Outbox',
  lead: 'Local mode sends no mail. What would have been sent is shown here: the newest {max}, until Gatehouse stops.',
  open: 'Open the outbox',
  reload: 'Load again',
  to: 'To',
  text: 'Text of “{subject}”',
  emptyTitle: 'No mail yet',
  emptyText: 'Register or ask for a link, then load this page again.',
}
