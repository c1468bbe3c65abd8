import { z } from 'zod'
import { instant } from '@/lib/platform/instant'

export const inboxItemResponse = z
  .strictObject({
    id: z.uuid(),
    kind: z
      .string()
      .describe('The kind of item, such as security.password_changed; more kinds may be added'),
    title: z.string().describe('In the account’s language'),
    body: z.string().nullable(),
    href: z.string().nullable().describe('Where the item links to: a path of this service'),
    created_at: instant,
    read_at: instant.nullable(),
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
