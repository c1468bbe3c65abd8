import { beforeAll, expect, test } from 'vitest'
import { administrativeContent } from '@/lib/messaging/inbox/administrative-items'
import { renderInboxItem } from '@/lib/messaging/inbox/security-events'
import { useSettings } from '@/tests/kit/test-settings'

beforeAll(() => void useSettings())

const contact = { kind: 'contact.received', params: { name: 'Ada' }, body: 'Hello' } as const
const registration = {
  kind: 'registration.waiting',
  params: { email: 'ada@example.org' },
} as const

test('administrators read items in the language of the page, not of their creation', () => {
  const asked = administrativeContent(contact, null)
  expect(asked).toMatchObject({ title: 'New message from Ada', body: 'Hello' })
  const shown = renderInboxItem({ ...contact, ...asked, body: 'Hello' }, 'tr')
  expect(shown).toEqual({ title: 'Yeni mesaj: Ada', body: 'Hello' })
  const waiting = administrativeContent(registration, 'tr')
  expect(renderInboxItem({ ...registration, title: waiting.title, body: null }, 'en')).toEqual({
    title: 'ada@example.org is waiting for approval',
    body: 'Approve or decline the sign-up.',
  })
})

test('items of earlier versions are shown as stored', () => {
  for (const kind of [contact.kind, registration.kind, 'toString']) {
    const stored = { kind, params: {}, title: 'As stored', body: 'Text' }
    expect(renderInboxItem(stored, 'tr')).toEqual({ title: 'As stored', body: 'Text' })
  }
})

test('an item that stands for several registrations says so', () => {
  const shared = administrativeContent({ kind: registration.kind, params: { several: 1 } }, 'en')
  expect(shared.title).toBe('More sign-ups are waiting for approval')
})
