import { expect, it } from 'vitest'
import { type BusMessage, decodeMessage, encodeMessage } from '@/lib/platform/bus/bus'
import { newId } from '@/lib/platform/ids'

const [from, sessionId, userId] = [newId(), newId(), newId()]
const messages: BusMessage[] = [
  { type: 'session.revoked', sessionId, userId },
  { type: 'user.sessions_revoked', userId, exceptSessionId: sessionId, credentialGeneration: 2 },
  { type: 'user.changed', userId },
  { type: 'rbac.changed' },
  { type: 'resync' },
  { type: 'inbox.changed', id: from, changes: [{ userId, reason: 'created', itemId: sessionId }] },
  {
    type: 'ui.patch',
    id: from,
    audience: { userId },
    patch: { target: 'users', op: 'invalidate' },
  },
  { type: 'ui.toast', id: from, userId, toast: { level: 'info', title: 'Done' } },
]

it.each(messages)(
  '$type survives encoding, in a fraction of what PostgreSQL carries',
  (message) => {
    const text = encodeMessage(from, message)
    expect(decodeMessage(text)).toEqual({ from, message, early: false })
    expect(Buffer.byteLength(text)).toBeLessThan(400)
  },
)

it('a message sent before its commit is marked as early', () => {
  const message: BusMessage = { type: 'rbac.changed' }
  expect(decodeMessage(encodeMessage(from, message, true))).toEqual({ from, message, early: true })
})

it('an unknown message of a newer instance becomes a resync', () => {
  const text = JSON.stringify({ from, message: { type: 'moon.rose' } })
  expect(decodeMessage(text).message).toEqual({ type: 'resync' })
})
