'use server'

import { z } from 'zod'
import { changeTemplate } from '@/lib/notifications/change-template'
import { deleteTemplate } from '@/lib/notifications/delete-template'
import { getTemplate } from '@/lib/notifications/list-templates'
import { templateBody } from '@/lib/notifications/notification.schemas'
import type { Outcome } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import { NOTIFICATIONS } from '@/lib/web/notifications-query'
import { gatherTemplate } from '@/lib/web/template-fields'

const LIST = `${NOTIFICATIONS}/templates`

const body = z.preprocess(
  gatherTemplate,
  z.discriminatedUnion('intent', [
    z.object({ ...templateBody.shape, intent: z.literal('save') }),
    z.object({ intent: z.literal('delete') }),
  ]),
)

export const editTemplate = defineAction({
  access: { permission: 'notifications:send' },
  body,
  handle: async (asked, { principal, params, ctx }): Promise<Outcome<{ deleted: string | null }>> => {
    const id = params.id ?? ''
    if (asked.intent === 'save') {
      const { intent: _, ...change } = asked
      const changed = await changeTemplate(principal, { id, ...change }, ctx)
      return changed.ok ? { ok: true, deleted: null } : changed
    }
    const before = await getTemplate(id)
    const deleted = await deleteTemplate(principal, id, ctx)
    return deleted.ok ? { ok: true, deleted: before.ok ? before.template.name : '' } : deleted
  },
  done: ({ deleted }, { here }) =>
    deleted === null
      ? { redirect: here, notice: 'template_saved', inPlace: true }
      : { redirect: LIST, notice: 'template_deleted', values: { name: deleted } },
})
