import { z } from 'zod'
import { defineRoute } from '@/lib/http/define-route'
import { locale } from '@/lib/http/request-headers'
import { unsubscribeResponse } from '@/lib/http/unsubscribe-page'
import { isUnsubscribeLink, unsubscribe } from '@/lib/messaging/notifications/unsubscribe'
import { UNSUBSCRIBE_TOKEN_LENGTH } from '@/lib/messaging/notifications/unsubscribe-link'

const query = z.object({
  token: z.string().max(UNSUBSCRIBE_TOKEN_LENGTH, { error: 'too_long' }).default(''),
})

export const GET = defineRoute({
  operationId: 'showUnsubscribePage',
  tag: 'Notifications',
  summary: 'Show the page of the unsubscribe link in a notification; changes nothing',
  access: 'public',
  headers: { locale },
  query,
  responses: { 200: null },
  streams: ['text/html'],
  handle: async ({ query: { token }, ctx }) =>
    unsubscribeResponse(isUnsubscribeLink(token) ? 'ask' : 'invalid', ctx.locale),
})

export const POST = defineRoute({
  operationId: 'unsubscribeUser',
  tag: 'Notifications',
  summary:
    'Turn off notifications by email for the user of an unsubscribe link; for mail providers (RFC 8058) and the page of the link',
  access: 'public',
  // Mail providers unsubscribe many users from a few addresses.
  limits: ['failures'],
  headers: { locale },
  query,
  responses: { 200: null },
  streams: ['text/html'],
  refusals: ['invalid_or_expired_token'],
  handle: async ({ query: { token }, ctx }) => {
    const result = await unsubscribe(token, ctx)
    return result.ok ? unsubscribeResponse('done', ctx.locale) : result
  },
})
