import { z } from 'zod'

/** `?unread=true` narrows the list to what was not read. */
export const inboxFilterQuery = z.object({
  unread: z.enum(['true', 'false']).optional().describe('true: only what was not read'),
})

/** An inbox item as the API shows it. */
export const inboxItemAnswer = z.strictObject({
  id: z.uuid(),
  kind: z.string().describe('What it is about, like security.password_changed; more kinds may come'),
  title: z.string().describe('In the language of the account'),
  body: z.string().nullable(),
  href: z.string().nullable().describe('Where it leads: a path of this service'),
  created_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable(),
})

const unreadCount = z.int().describe('How many items were not read')

export const unreadCountAnswer = z.strictObject({ unread_count: unreadCount })

export const readAllAnswer = z.strictObject({
  read: z.int().describe('How many were marked by this request'),
  unread_count: unreadCount,
})
