'use server'

import { z } from 'zod'
import { deleteInboxItem, markInboxItemRead, markInboxRead } from '@/lib/messaging/inbox/inbox'
import { defineAction } from '@/lib/web/define-action'

const body = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['open', 'read', 'delete']), item_id: z.uuid() }),
  z.object({ intent: z.literal('read_all') }),
])

export const changeInbox = defineAction({
  access: 'authenticated',
  body,
  handle: async (form, { ctx, principal }) => {
    if (form.intent === 'read_all') return markInboxRead(principal, ctx)
    if (form.intent === 'delete') return deleteInboxItem(principal, form.item_id)
    return markInboxItemRead(principal, form.item_id, ctx)
  },
  done: (value: { item?: { href: string | null }; read?: number }, { body: { intent }, here }) => {
    if (intent === 'open') return { redirect: value.item?.href ?? here }
    if (intent === 'delete') return { redirect: here, notice: 'inbox_deleted', inPlace: true }
    if (intent === 'read') return { redirect: here, notice: 'inbox_item_read', inPlace: true }
    return { redirect: here, notice: 'inbox_read', values: { count: String(value.read) } }
  },
})
