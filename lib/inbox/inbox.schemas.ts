import { z } from 'zod'

/** `?unread=true` narrows the list to what was not read. */
export const inboxFilterQuery = z.object({
  unread: z.enum(['true', 'false']).optional().describe('true: only unread items'),
})

/** An inbox item as the API shows it. */
export const inboxItemResponse = z
  .strictObject({
    id: z.uuid(),
    kind: z.string().describe('The kind of item, such as security.password_changed; more kinds may be added'),
    title: z.string().describe('In the account’s language'),
    body: z.string().nullable(),
    href: z.string().nullable().describe('Where the item links to: a path of this service'),
    created_at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'InboxItem' })

const unreadCount = z.int().describe('Number of unread items')

export const unreadCountResponse = z.strictObject({ unread_count: unreadCount }).meta({ id: 'UnreadCount' })

export const readAllResponse = z
  .strictObject({
    read: z.int().describe('Number of items marked by this request'),
    unread_count: unreadCount,
  })
  .meta({ id: 'InboxRead' })
