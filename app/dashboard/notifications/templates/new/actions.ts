'use server'

import { z } from 'zod'
import { templateBody } from '@/lib/messaging/notifications/notification.schemas'
import { createTemplate } from '@/lib/messaging/notifications/templates'
import { defineAction } from '@/lib/web/define-action'
import { gatherTemplate, NOTIFICATIONS } from '@/lib/web/notifications-query'

export const addTemplate = defineAction({
  access: { permission: 'notifications:send' },
  body: z.preprocess(gatherTemplate, z.object(templateBody.shape)),
  handle: (template, { principal, ctx }) => createTemplate(principal, template, ctx),
  done: ({ template }) => ({
    redirect: `${NOTIFICATIONS}/templates/${template.id}`,
    notice: 'template_created',
  }),
})
