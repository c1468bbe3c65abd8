import { expect, it } from 'vitest'
import { z } from 'zod'
import { webhookBody } from '@/lib/messaging/webhooks/webhook.schemas'
import { fieldErrorsOf } from '@/lib/platform/field-errors'

const detailsOf = (schema: z.ZodType, body: unknown) =>
  fieldErrorsOf(schema.safeParse(body).error!).map(({ detail }) => detail)

it('a value that is not supported is refused with those that are', () => {
  const schema = z.object({ sort: z.enum(['name', 'created'], { error: 'not_supported' }) })
  expect(detailsOf(schema, { sort: 'secret' })).toEqual([
    'This is not one of the supported values. Supported: name, created.',
  ])
  const [detail] = detailsOf(webhookBody, { url: 'https://example.org', events: ['users.*'] })
  for (const value of ['user.*', 'session.revoked', 'notification.sent'])
    expect(detail).toContain(` ${value}`)
})

it('a list of values that is too long is left to the documentation', () => {
  const names = Array.from({ length: 51 }, (_, n) => `n${n}`)
  expect(detailsOf(z.object({ name: z.enum(names) }), { name: 'other' })).toEqual([
    'This is not one of the supported values.',
  ])
})
