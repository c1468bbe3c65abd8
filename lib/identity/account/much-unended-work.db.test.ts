import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { MOST_ENDED_RECORDED } from '@/lib/audit/record-audit'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { db } from '@/lib/platform/db/database'
import { OPERATOR } from '@/lib/platform/request-context'
import { atStep, freshUser } from '@/tests/kit/enroll-mfa'
import { disown, DISOWNED, intrude, PLANTING, recordsOf } from '@/tests/kit/intruder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

// With the time that a transaction has in production.
useTestDatabase({ patience: 1 })
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const [MANY, OTHERS] = [4000, 1000]

/**
 * That many notifications of a user, half of which are being sent, and imports and bulk actions.
 */
async function beginMuch(userId: string): Promise<void> {
  const { now } = atStep(PLANTING)
  await db().$executeRaw`
    INSERT INTO notification_batches (id, status, audience, channels, title, body, personal, send_at, total, created_by,
      created_at, reached_id, updated_at, request_hash)
    SELECT gen_random_uuid(), (CASE n % 2 WHEN 0 THEN 'running' ELSE 'scheduled' END)::notification_status, 'all',
      '{email,sms}', 'Hi', 'Hi', false, ${now}::timestamptz, 1, ${userId}::uuid, ${now}::timestamptz,
      CASE n % 2 WHEN 0 THEN ${userId}::uuid END, ${now}::timestamptz, ''
    FROM generate_series(1, ${MANY}::int) AS n`
  await db().$executeRaw`
    INSERT INTO user_imports (id, status, dry_run, format, total, actor_id, request, created_at, started_at, updated_at)
    SELECT gen_random_uuid(), 'queued', false, 'csv', 9, ${userId}::uuid, '{}', ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz FROM generate_series(1, ${OTHERS}::int)`
  await db().$executeRaw`
    INSERT INTO bulk_actions (id, status, kind, role_ids, role_names, actor_id, request, created_at, started_at, updated_at)
    SELECT gen_random_uuid(), 'queued', 'deactivate', '{}', '{}', ${userId}::uuid, '{}', ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz FROM generate_series(1, ${OTHERS}::int)`
}

const ENDED = {
  imports_stopped: OTHERS,
  bulk_actions_stopped: OTHERS,
  notifications_cancelled: MANY,
}

it('an account can be deactivated however much it began, and gets none of it back', async () => {
  const { id: userId } = await freshUser()
  await beginMuch(userId)
  const ctx = atStep(DISOWNED)
  expect(await changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx)).toMatchObject({
    ok: true,
    user: { status: 'deactivated' },
  })
  const record = { action: 'user.deactivated', targetId: userId }
  const { details } = await db().auditRecord.findFirstOrThrow({ where: record })
  expect(details).toMatchObject(ENDED)
  const aboutWork = { targetType: { in: ['bulk_action', 'notification', 'user_import'] } }
  expect(await db().auditRecord.count({ where: aboutWork })).toBe(3 * MOST_ENDED_RECORDED)
  await changeUserStatus(OPERATOR, { userId, move: 'activate' }, ctx)
  const kept = { createdById: userId, status: { not: 'cancelled' } } as const
  expect(await db().notificationBatch.count({ where: kept })).toBe(0)
})

it('“This wasn’t me” ends however much an intruder began', async () => {
  const owner = await freshUser()
  const { token } = await intrude(owner)
  await beginMuch(owner.id)
  await disown(token)
  expect(await recordsOf(owner.id)).toMatchObject([ENDED])
})
