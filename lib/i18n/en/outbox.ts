/** The page that shows mails in local mode. */
export const outbox = {
  title: 'Outbox',
  lead: 'Local mode sends no e-mail. What would have been sent appears here: the newest {max} of each kind, until Gatehouse stops.',
  open: 'Open the outbox',
  reload: 'Reload',
  boxes: 'Kinds of e-mail',
  boxNames: { account: 'Account e-mails ({count})', mailings: 'Mailings ({count})' },
  to: 'To',
  text: 'Text of “{subject}”',
  html: 'HTML of “{subject}”',
  showHtml: 'Show HTML',
  showText: 'Show text',
  empty: {
    account: {
      title: 'No e-mail yet',
      text: 'Register or request a link, then reload this page.',
    },
    mailings: {
      title: 'No mailings yet',
      text: 'Notifications that are sent by e-mail appear here.',
    },
  },
}
