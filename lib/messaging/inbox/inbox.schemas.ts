import { z } from 'zod'

/** What the texts of a kind are filled with: names and numbers, never sentences. */
export type InboxParams = Record<string, string | number>

/** The longest texts of an inbox item, in UTF-16 units. */
export const INBOX_LENGTHS = { title: 200, body: 4000 } as const

/** How long a path may be, in UTF-16 units. */
export const OWN_PATH_LENGTH = 500
/**
 * Visible ASCII alone: browsers drop tabs and line breaks, and "/<tab>/evil.example" would lead
 * elsewhere.
 */
const OWN_PATH = /^\/(?![/\\])[!-~]*$/

/** Whether this leads to a page of this service and nowhere else. */
export function isOwnPath(text: string): boolean {
  return OWN_PATH.test(text) && text.length <= OWN_PATH_LENGTH
}

/** `?unread=true` narrows the list to what was not read. */
export const inboxFilterQuery = z.object({
  unread: z.enum(['true', 'false']).optional().describe('true: only unread items'),
})

/** An inbox item as the API shows it. */
export const inboxItemResponse = z
  .strictObject({
    id: z.uuid(),
    kind: z
      .string()
      .describe('The kind of item, such as security.password_changed; more kinds may be added'),
    title: z.string().describe('In the account’s language'),
    body: z.string().nullable(),
    href: z.string().nullable().describe('Where the item links to: a path of this service'),
    created_at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'InboxItem' })

const unreadCount = z.int().describe('Number of unread items')

export const unreadCountResponse = z
  .strictObject({ unread_count: unreadCount })
  .meta({ id: 'UnreadCount' })

export const readAllResponse = z
  .strictObject({
    read: z.int().describe('Number of items marked by this request'),
    unread_count: unreadCount,
  })
  .meta({ id: 'InboxRead' })
