import { expect, it } from 'vitest'
import { notificationBody, templateBody } from '@/lib/messaging/notifications/notification.schemas'
import { fieldErrorsOf } from '@/lib/platform/field-errors'

const ID = '019335e0-0000-7000-8000-00000000000a'
const GOOD = { to: { all: true }, channels: ['inbox'], title: 'Hello', body: 'How are you?' }

function faults(schema: typeof notificationBody | typeof templateBody, body: unknown): string[] {
  const parsed = schema.safeParse(body, { reportInput: true })
  return parsed.success
    ? []
    : fieldErrorsOf(parsed.error).map(({ pointer, code }) => `${pointer} ${code}`)
}

it('removes duplicate users and channels', () => {
  const body = {
    ...GOOD,
    to: { user_ids: [ID, ID.toUpperCase()] },
    channels: ['email', 'inbox', 'email'],
  }
  expect(notificationBody.parse(body)).toMatchObject({
    to: { user_ids: [ID] },
    channels: ['inbox', 'email'],
  })
})

it.each([
  [{ to: {} }, '/to one_audience'],
  [{ to: { all: true, role: 'user' } }, '/to one_audience'],
  [{ to: { user_ids: [ID], role: 'user' } }, '/to one_audience'],
  [{ to: { all: false } }, '/to/all not_supported'],
  [{ to: { user_ids: [] } }, '/to/user_ids required'],
  [{ to: { user_ids: ['x'] } }, '/to/user_ids/0 invalid'],
  [{ to: { user_ids: Array.from({ length: 2501 }, () => ID) } }, '/to/user_ids too_many'],
  [{ to: { role: 'a\0' } }, '/to/role invalid_characters'],
  [{ to: { role: 'a\ud800' } }, '/to/role invalid_characters'],
  [{ to: { everybody: true } }, '/to/everybody unknown_field'],
  [{ to: 'all' }, '/to invalid_type'],
  [{ to: undefined }, '/to required'],
  [{ channels: [] }, '/channels required'],
  [{ channels: ['pigeon'] }, '/channels/0 not_supported'],
  [{ channels: 'inbox' }, '/channels invalid_type'],
  [{ channels: undefined }, '/channels required'],
  [{ title: undefined }, '/title required'],
  [{ title: ['x'] }, '/title invalid_type'],
  [{ title: ' ' }, '/title required'],
  [{ title: 'x'.repeat(201) }, '/title too_long'],
  [{ title: 'Hi\r\nBcc: x@example.com' }, '/title invalid_characters'],
  [{ title: 'Hi\n' }, '/title invalid_characters'],
  [{ title: '\u202Eevil' }, '/title invalid_characters'],
  [{ body: '' }, '/body required'],
  [{ body: 'x'.repeat(4001) }, '/body too_long'],
  [{ body: 'a\0b' }, '/body invalid_characters'],
  [{ href: 'https://evil.example/' }, '/href invalid_path'],
  [{ href: '//evil.example' }, '/href invalid_path'],
  [{ href: '/\\evil.example' }, '/href invalid_path'],
  [{ href: '/\t/evil.example' }, '/href invalid_path'],
  [{ href: 'javascript:alert(1)' }, '/href invalid_path'],
  [{ href: `/${'x'.repeat(500)}` }, '/href too_long'],
  [{ send_at: 'tomorrow' }, '/send_at invalid'],
  [{ send_at: '2026-11-22' }, '/send_at invalid'],
  [{ template_id: 'x' }, '/template_id invalid'],
  [{ urgent: true }, '/urgent unknown_field'],
])('refuses %j', (changed, fault) => {
  expect(faults(notificationBody, { ...GOOD, ...changed })).toContain(fault)
})

it.each([
  {},
  { href: '/dashboard?tab=1#top' },
  { href: null },
  { title: 'x'.repeat(200), body: 'a\r\nb\tc' },
  { send_at: '2026-11-22T10:00:00+03:00' },
  { title: 'As it is: {{7*7}}' },
])('accepts %j', (changed) => {
  expect(faults(notificationBody, { ...GOOD, ...changed })).toEqual([])
})

it('requires every field of a template and refuses unknown placeholders', () => {
  const { to: _, ...texts } = GOOD
  expect(faults(templateBody, { ...texts, name: 'Welcome', title: 'Hi {{name}}' })).toEqual([])
  expect(faults(templateBody, { ...texts, name: 'Welcome', title: '{{ phone }}' })).toEqual([
    '/title unknown_placeholder',
  ])
  expect(faults(templateBody, { ...texts, body: '{{7*7}}' })).toEqual([
    '/name required',
    '/body unknown_placeholder',
  ])
})
