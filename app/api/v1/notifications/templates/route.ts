import { pageOf } from '@/lib/auth/auth.answers'
import { defineRoute } from '@/lib/http/define-route'
import { pageQuery } from '@/lib/http/page-query'
import { createTemplate } from '@/lib/notifications/create-template'
import { listTemplates } from '@/lib/notifications/list-templates'
import { templateAnswer } from '@/lib/notifications/notification.answers'
import { templateBody } from '@/lib/notifications/notification.schemas'

export const GET = defineRoute({
  summary: 'List notification templates, newest first',
  access: { permission: 'notifications:send' },
  query: pageQuery,
  answers: { 200: pageOf(templateAnswer) },
  handle: async ({ query }) => {
    const result = await listTemplates(query)
    if (!result.ok) return result
    const page = { next_cursor: result.nextCursor, has_more: result.nextCursor !== null }
    return { status: 200, body: { data: result.templates, page } }
  },
})

export const POST = defineRoute({
  summary: 'Create a template; {{name}} and {{email}} are filled in for each recipient',
  access: { permission: 'notifications:send' },
  body: templateBody,
  answers: { 201: templateAnswer },
  refusals: ['conflict'],
  handle: async ({ body, principal, ctx }) => {
    const result = await createTemplate(principal, body, ctx)
    return result.ok ? { status: 201, body: result.template } : result
  },
})
