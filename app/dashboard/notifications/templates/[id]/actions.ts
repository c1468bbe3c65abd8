'use server'

import { z } from 'zod'
import { gatherTemplate } from '@/app/dashboard/notifications/templates/template-fields'
import { templateBody } from '@/lib/messaging/notifications/notification.schemas'
import {
  changeTemplate,
  deleteTemplate,
  getTemplate,
} from '@/lib/messaging/notifications/templates'
import { defineAction } from '@/lib/web/define-action'
import { formVersion } from '@/lib/web/form-version'
import { pagePath } from '@/lib/web/page-address'

const LIST = pagePath('/dashboard/notifications/templates')

const onTemplate = {
  access: { permission: 'notifications:send' },
  page: '/dashboard/notifications/templates/[id]',
} as const

export const saveTemplate = defineAction({
  ...onTemplate,
  body: z.preprocess(gatherTemplate, z.object({ ...templateBody.shape, version: formVersion })),
  handle: ({ version, ...change }, { principal, params, ctx }) =>
    changeTemplate(principal, { id: params.id, versions: [version], ...change }, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'template_saved', inPlace: true }),
})

export const removeTemplate = defineAction({
  ...onTemplate,
  body: z.object({ version: formVersion }),
  handle: async ({ version }, { principal, params: { id }, ctx }) => {
    const before = await getTemplate(id)
    const deleted = await deleteTemplate(principal, { id, versions: [version] }, ctx)
    return deleted.ok ? { ok: true, name: before.ok ? before.template.name : '' } : deleted
  },
  done: ({ name }) => ({ redirect: LIST, notice: 'template_deleted', values: { name } }),
})
