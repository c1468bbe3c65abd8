'use server'

import { z } from 'zod'
import { gatherTemplate } from '@/app/dashboard/notifications/templates/template-fields'
import { templateBody } from '@/lib/messaging/notifications/notification.schemas'
import { createTemplate } from '@/lib/messaging/notifications/templates'
import { defineAction } from '@/lib/web/define-action'
import { pagePath } from '@/lib/web/page-address'

export const addTemplate = defineAction({
  access: { permission: 'notifications:send' },
  body: z.preprocess(gatherTemplate, z.object(templateBody.shape)),
  handle: (template, { principal, ctx }) => createTemplate(principal, template, ctx),
  done: ({ template }) => ({
    redirect: pagePath('/dashboard/notifications/templates/[id]', template.id),
    notice: 'template_created',
  }),
})
