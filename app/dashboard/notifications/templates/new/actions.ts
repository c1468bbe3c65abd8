'use server'

import { z } from 'zod'
import { createTemplate } from '@/lib/notifications/create-template'
import { templateBody } from '@/lib/notifications/notification.schemas'
import { defineAction } from '@/lib/web/define-action'
import { NOTIFICATIONS } from '@/lib/web/notifications-query'
import { gatherTemplate } from '@/lib/web/template-fields'

export const addTemplate = defineAction({
  access: { permission: 'notifications:send' },
  body: z.preprocess(gatherTemplate, z.object(templateBody.shape)),
  handle: (template, { principal, ctx }) => createTemplate(principal, template, ctx),
  done: ({ template }) => ({
    redirect: `${NOTIFICATIONS}/templates/${template.id}`,
    notice: 'template_created',
  }),
})
