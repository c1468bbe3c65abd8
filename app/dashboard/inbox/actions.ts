'use server'

import { z } from 'zod'
import { deleteInboxItem, markInboxItemRead, markInboxRead } from '@/lib/messaging/inbox/inbox'
import { defineAction } from '@/lib/web/define-action'

const oneItem = z.object({ item_id: z.uuid() })

/** Marks the item as read and leads to what it is about. */
export const openItem = defineAction({
  access: 'authenticated',
  body: oneItem,
  handle: ({ item_id: id }, { ctx, principal }) => markInboxItemRead(principal, id, ctx),
  done: ({ item }, { here }) => ({ redirect: item.href ?? here }),
})

export const markItemRead = defineAction({
  access: 'authenticated',
  body: oneItem,
  handle: ({ item_id: id }, { ctx, principal }) => markInboxItemRead(principal, id, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'inbox_item_read', inPlace: true }),
})

export const deleteItem = defineAction({
  access: 'authenticated',
  body: oneItem,
  handle: ({ item_id: id }, { principal }) => deleteInboxItem(principal, id),
  done: (_, { here }) => ({ redirect: here, notice: 'inbox_deleted', inPlace: true }),
})

export const markAllRead = defineAction({
  access: 'authenticated',
  body: z.object({}),
  handle: (_, { ctx, principal }) => markInboxRead(principal, ctx),
  done: ({ read }, { here }) => ({
    redirect: here,
    notice: 'inbox_read',
    values: { count: String(read) },
  }),
})
