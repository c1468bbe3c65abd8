import { expect, it } from 'vitest'
import { z } from 'zod'
import { locales } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { eventFamilies, eventNames, sourcesOf } from '@/lib/messaging/webhooks/webhook-events'
import { dataOf } from '@/lib/messaging/webhooks/webhook-payloads'
import { webhookBody } from '@/lib/messaging/webhooks/webhook.schemas'

it('every event belongs to a family, and has a source', () => {
  expect(eventNames).toEqual(expect.arrayContaining(['user.created', 'session.revoked']))
  for (const name of eventNames) {
    expect(eventFamilies).toContain(name.replace(/\.[^.]*$/, '.*'))
    expect(sourcesOf([name]).map(({ event }) => event)).toContain(name)
  }
})

it('a family stands for all of its events and for no others', () => {
  const all = new Set(sourcesOf(['user.*']).map(({ event }) => event))
  expect([...all].sort()).toEqual(eventNames.filter((name) => name.startsWith('user.')))
  expect(sourcesOf(['session.*'])).toEqual(sourcesOf(['session.revoked']))
  expect(sourcesOf([])).toEqual([])
})

it('all sources of an event write the same data', () => {
  for (const name of eventNames) {
    const shapes = sourcesOf([name]).map((source) => z.toJSONSchema(z.object(dataOf(source))))
    for (const shape of shapes) expect([name, shape]).toEqual([name, shapes[0]])
  }
})

it('only some registrations create a user', () => {
  expect(sourcesOf(['user.created'])).toContainEqual({
    source: 'user.registered',
    event: 'user.created',
    condition: { result: 'created' },
    fields: {},
  })
})

const body = (events: unknown) => webhookBody.safeParse({ url: 'https://x.example', events })

it.each([[[]], [['user']], [['*']], [['user.eaten']], [['webhook.test']], ['user.*'], [undefined]])(
  'refuses to subscribe to %j',
  (events) => expect(body(events).success).toBe(false),
)

it('subscribes to each name once, in a fixed order', () => {
  expect(body(['session.revoked', 'user.*', 'user.*']).data?.events).toEqual([
    'user.*',
    'session.revoked',
  ])
})

it.each(locales)('every event has a label of its own in %s', (locale) => {
  const labels: Partial<Record<string, string>> = messagesFor(locale).webhooks.events
  expect([...eventFamilies, ...eventNames].filter((event) => !labels[event])).toEqual([])
  expect(new Set(Object.values(labels)).size).toBe(Object.keys(labels).length)
})
