'use server'

import { z } from 'zod'
import { templateBody } from '@/lib/messaging/notifications/notification.schemas'
import {
  changeTemplate,
  deleteTemplate,
  getTemplate,
} from '@/lib/messaging/notifications/templates'
import type { Outcome } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import { formVersion } from '@/lib/web/form-version'
import { gatherTemplate, NOTIFICATIONS } from '@/lib/web/notifications-query'

const LIST = `${NOTIFICATIONS}/templates`

const body = z.preprocess(
  gatherTemplate,
  z.discriminatedUnion('intent', [
    z.object({ ...templateBody.shape, intent: z.literal('save'), version: formVersion }),
    z.object({ intent: z.literal('delete') }),
  ]),
)

export const editTemplate = defineAction({
  access: { permission: 'notifications:send' },
  body,
  handle: async (
    form,
    { principal, params, ctx },
  ): Promise<Outcome<{ deleted: string | null }>> => {
    const id = params.id
    if (form.intent === 'save') {
      const { intent: _, version, ...change } = form
      const changed = await changeTemplate(principal, { id, versions: [version], ...change }, ctx)
      return changed.ok ? { ok: true, deleted: null } : changed
    }
    const before = await getTemplate(id)
    const deleted = await deleteTemplate(principal, { id }, ctx)
    return deleted.ok ? { ok: true, deleted: before.ok ? before.template.name : '' } : deleted
  },
  done: ({ deleted }, { here }) =>
    deleted === null
      ? { redirect: here, notice: 'template_saved', inPlace: true }
      : { redirect: LIST, notice: 'template_deleted', values: { name: deleted } },
})
