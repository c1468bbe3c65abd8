/** The page that shows mails in local mode. */
export const outbox = {
  title: 'Outbox',
  lead: 'Local mode sends no email. What would have been sent appears here: the newest {max} of each kind, until {product} stops.',
  open: 'Open the outbox',
  reload: 'Reload',
  boxes: 'Kinds of email',
  boxNames: { account: 'Account emails ({count})', mailings: 'Mailings ({count})' },
  to: 'To',
  text: 'Text of “{subject}”',
  html: 'HTML of “{subject}”',
  showHtml: 'Show HTML',
  showText: 'Show text',
  empty: {
    account: {
      title: 'No email yet',
      text: 'Register or request a link, then reload this page.',
    },
    mailings: {
      title: 'No mailings yet',
      text: 'Notifications that are sent by email appear here.',
    },
  },
}
