/** The longest texts of an inbox item, in UTF-16 units. */
export const INBOX_LENGTHS = { title: 200, body: 4000 } as const
