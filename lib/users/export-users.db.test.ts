import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { type ExportFilters, exportUsers } from '@/lib/users/export-users'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

/** A signed-in actor with the permissions for an export. */
async function exporter() {
  const holder = await holderOf('users:list', 'users:read')
  const { sessionId } = await makeSession(holder.userId, ctx())
  return { ...holder, sessionId }
}
async function exported(filters: Partial<ExportFilters>, format: 'csv' | 'ndjson' = 'csv') {
  const actor = await exporter()
  const result = await exportUsers(actor, { format, filters: { sort: 'email', ...filters } }, ctx())
  if (!result.ok) throw new Error(result.code)
  return { actor, ...result.file }
}
async function textOf(chunks: AsyncGenerator<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

describe('a user export', () => {
  it('contains the filtered users in list order, without password data, and escapes formulas in names', async () => {
    const key = newId()
    await insertUser({
      email: `${key}.b@x.org`,
      name: '=HYPERLINK("x")',
      passwordHash: '$2b$10$secret',
    })
    await insertUser({ email: `${key}.a@x.org`, status: 'pending' })
    await insertUser({ email: `${key}.c@x.org`, status: 'deactivated' })
    const { chunks, fileName, contentType, actor } = await exported({ query: key })
    const text = await textOf(chunks)
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(
      '"id","email","email_verified","name","locale","status","roles","mfa_enabled","created_at","updated_at","last_sign_in_at"',
    )
    expect(lines.slice(1, 4).map((line) => line.split(',')[1])).toEqual(
      ['a', 'b', 'c'].map((n) => `"${key}.${n}@x.org"`),
    )
    expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).not.toContain('secret')
    expect([fileName, contentType]).toEqual([
      expect.stringMatching(/^users-[\dTZ:-]+\.csv$/),
      'text/csv; charset=utf-8; header=present',
    ])
    const record = await db().auditRecord.findFirstOrThrow({
      where: { actorId: actor.userId, action: 'users.exported' },
    })
    expect(record.details).toMatchObject({ format: 'csv', query: key })
    const pending = await exported({ query: key, status: 'pending' }, 'ndjson')
    const [user, rest] = (await textOf(pending.chunks)).split('\n')
    expect(JSON.parse(user!)).toMatchObject({
      email: `${key}.a@x.org`,
      status: 'pending',
      email_verified: false,
    })
    expect(rest).toBe('')
  })

  it('of no users is a file with column names only', async () => {
    expect(await textOf((await exported({ query: newId() })).chunks)).toMatch(
      /^"id","email",.*\r\n$/,
    )
  })

  it('needs users:list and users:read', async () => {
    for (const [held, missing] of [
      ['users:list', 'users:read'],
      ['users:read', 'users:list'],
    ] as const) {
      const actor = await holderOf(held)
      const result = await exportUsers(actor, { format: 'csv', filters: { sort: 'email' } }, ctx())
      expect(result).toMatchObject({
        ok: false,
        code: 'insufficient_permission',
        requiredPermission: missing,
      })
      expect(await db().auditRecord.count({ where: { actorId: actor.userId } })).toBe(0)
    }
  })

  it('is truncated when the actor is signed out meanwhile', async () => {
    const key = newId()
    await db().user.createMany({
      data: Array.from({ length: 1100 }, (_, i) => ({ id: newId(), email: `${key}.${i}@x.org` })),
    })
    const { chunks, actor } = await exported({ query: key })
    await chunks.next()
    await inTransaction((tx) =>
      revokeSessionsOf(tx, { userId: actor.userId, reason: 'logout' }, ctx()),
    )
    await expect(textOf(chunks)).rejects.toThrow('session_revoked')
  })
})
