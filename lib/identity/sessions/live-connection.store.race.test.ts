import { expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import {
  consumeTicket,
  issueTicket,
  purgeTickets,
} from '@/lib/identity/sessions/live-connection.store'
import { addSeconds } from '@/lib/platform/clock'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const NOW = new Date('2026-11-21T12:00:00.000Z')
const ends = addSeconds(NOW, 900)

async function someSession(): Promise<string> {
  loadSettings({})
  const { id } = await insertUser()
  return (await makeSession(id, testContext())).sessionId
}
const issue = (sessionId: string, now = NOW) =>
  issueTicket(db(), { sessionId, generation: 1, credentialExpiresAt: ends, now })

it('a ticket presented 20 times concurrently opens one connection', async () => {
  const sessionId = await someSession()
  const ticket = await issue(sessionId)
  const uses = await Promise.all(Array.from({ length: 20 }, () => consumeTicket(db(), ticket, NOW)))
  expect(uses.filter((use) => use !== null)).toEqual([
    { sessionId, generation: 1, credentialExpiresAt: ends },
  ])
})

it('a ticket is stored only as its SHA-256, and expires after a minute', async () => {
  const ticket = await issue(await someSession())
  const row = await db().socketTicket.findUniqueOrThrow({
    where: { ticketHash: sha256(ticket) },
  })
  expect(JSON.stringify(row)).not.toContain(ticket)
  expect(await consumeTicket(db(), ticket, addSeconds(NOW, 60))).toBeNull()
  expect(await consumeTicket(db(), `${ticket.slice(0, -1)}!`, NOW)).toBeNull()
  const inTime = await issue(await someSession())
  expect(await consumeTicket(db(), inTime, addSeconds(NOW, 59))).not.toBeNull()
})

it('a session has at most ten unused tickets: the oldest is dropped', async () => {
  const sessionId = await someSession()
  const tickets = []
  for (let i = 0; i < 12; i++) tickets.push(await issue(sessionId, addSeconds(NOW, i)))
  expect(await db().socketTicket.count({ where: { sessionId } })).toBe(10)
  expect(await consumeTicket(db(), tickets[1]!, NOW)).toBeNull()
  expect(await consumeTicket(db(), tickets[11]!, NOW)).toMatchObject({ sessionId })
})

it('expired tickets are deleted in batches, live ones are kept', async () => {
  await db().socketTicket.deleteMany()
  const sessionId = await someSession()
  for (const at of [0, 1, 2, 300]) await issue(sessionId, addSeconds(NOW, at))
  const later = addSeconds(NOW, 120)
  expect(await purgeTickets(db(), later, 2)).toBe(2)
  expect(await purgeTickets(db(), later, 2)).toBe(1)
  expect(await db().socketTicket.count()).toBe(1)
})
