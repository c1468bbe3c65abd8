import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const now = new Date('2026-11-24T10:00:00Z')
const expiresAt = new Date('2026-12-01T10:00:00Z')

/** A pending account with one registration and its link. */
async function registered({ sole = true, opened = true } = {}) {
  const { id: userId, email } = await insertUser({ status: 'pending' })
  const attemptId = await addAttempt(userId, { sole })
  const consumedAt = opened ? now : null
  const token = { kind: 'verify_email' as const, email, attemptId, createdAt: now, expiresAt }
  const tokenHash = new Uint8Array(randomBytes(32))
  await db().emailToken.create({ data: { ...token, tokenHash, userId, consumedAt } })
  return userId
}

async function addAttempt(userId: string, { sole }: { sole: boolean }): Promise<string> {
  const id = newId()
  const data = { id, userId, sole, passwordHash: `hash ${id}`, locale: 'en' }
  await db().registrationAttempt.create({ data: { ...data, createdAt: now, expiresAt } })
  return id
}

/** As version 0.1.0 confirms a registration. Returns the password that the account has then. */
async function confirm(id: string): Promise<string | null> {
  const data = { status: 'active' as const, emailVerifiedAt: now }
  return (await db().user.update({ where: { id }, data })).passwordHash
}

it('a registration that an instance of version 0.1.0 confirms has its password', async () => {
  expect(await confirm(await registered())).toMatch(/^hash /)
})

it('no password of a stranger is activated when an instance of version 0.1.0 confirms', async () => {
  const unopened = await registered({ opened: false })
  const replaced = await registered({ sole: false })
  const contested = await registered()
  await addAttempt(contested, { sole: false })
  const privileged = await registered()
  await insertRole('auditor', [], [privileged])
  for (const id of [unopened, replaced, contested, privileged]) expect(await confirm(id)).toBe(null)
})
