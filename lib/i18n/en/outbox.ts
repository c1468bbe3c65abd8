/** The page that shows mails in local mode. */
export const outbox = {
  title: 'Outbox',
  lead: 'Local mode sends no email and no text messages. What would have been sent appears here: the newest {max} of each kind, until {product} stops.',
  open: 'Open the outbox',
  reload: 'Reload',
  boxes: 'Kinds of messages',
  boxNames: {
    account: 'Account emails ({count})',
    mailings: 'Mailings ({count})',
    texts: 'Text messages ({count})',
  },
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
    texts: {
      title: 'No text messages yet',
      text: 'Confirm a phone number or send a notification by text message, then reload this page.',
    },
  },
}
