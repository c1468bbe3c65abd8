import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { liveHolderOf } from '@/tests/kit/administrators'
import { runDueJobs } from '@/tests/kit/jobs'
import { makeRegistration } from '@/tests/kit/make-registration'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { importInvitationsJob, userImportJob } from '@/lib/users/import/user-import.jobs'
import { getImport } from '@/lib/users/import/list-imports'
import { startImport } from '@/lib/users/import/start-import'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const userAt = (email: string) => db().user.findUniqueOrThrow({ where: { email } })

it('an import replaces unconfirmed registrations unless they have roles, and a dry run predicts it', async () => {
  const actor = await liveHolderOf('users:activate')
  const [plain, given] = [await makeRegistration({ name: 'Mallory' }), await makeRegistration()]
  await insertRole(`role ${newId()}`, ['contacts:list'], [given.id])
  const rows = [{ email: plain.email, email_verified: true }, { email: given.email }]
  const bytes = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))
  const imported = async (dryRun: boolean) => {
    const started = await startImport(actor, { format: 'ndjson', bytes, dryRun }, ctx())
    if (!started.ok) throw new Error(started.code)
    while (
      (await runDueJobs([userImportJob, importInvitationsJob], addSeconds(new Date(), 1))) > 0
    );
    return getImport(actor, started.import.id, ctx())
  }
  expect(await imported(true)).toMatchObject({ import: { created: 1, refused: 1 } })
  expect(await userAt(plain.email)).toMatchObject({ id: plain.id, status: 'pending' })
  expect(await imported(false)).toMatchObject({ import: { created: 1, refused: 1 } })
  expect(await userAt(plain.email)).toMatchObject({
    status: 'active',
    name: null,
    passwordHash: null,
  })
  expect(await db().user.count({ where: { id: plain.id } })).toBe(0)
  expect(
    await db().auditRecord.findMany({ where: { targetId: plain.id, action: 'user.erased' } }),
  ).toMatchObject([{ actorId: actor.userId, details: { reason: 'replaced' } }])
  expect(await db().auditErasure.count({ where: { userId: plain.id } })).toBe(1)
  expect(await db().registrationAttempt.findMany({ select: { userId: true } })).toEqual([
    { userId: given.id },
  ])
  expect(await userAt(given.email)).toMatchObject({ id: given.id, status: 'pending' })
})
