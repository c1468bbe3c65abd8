import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertAdministrator, liveHolderOf } from '@/tests/kit/administrators'
import { importRows, startRows, workImports } from '@/tests/kit/import-rows'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { queueImportWork } from '@/lib/users/import/user-import.jobs'
import { importBatch } from '@/lib/users/import/import-batch'
import { getImport } from '@/lib/users/import/list-imports'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const administrator = async () => livePrincipalOf((await insertAdministrator()).id)
const delegate = () => liveHolderOf('users:activate', 'users:list')
const verified = (count: number) =>
  Array.from({ length: count }, () => ({
    email: `${newId()}@import.example`,
    email_verified: true,
  }))

/** Imports a dry run with the statement of 0.2.0. */
async function runByOlder({ userId: actorId }: SessionPrincipal, id: string): Promise<void> {
  const now = new Date()
  const restarted = { processed: 0, created: 0, refused: 0, withoutPassword: 0 }
  await db().userImport.updateMany({
    where: { id, status: 'completed', dryRun: true, rowsKeptUntil: { gt: now } },
    data: {
      ...{ status: 'queued', dryRun: false, ...restarted, finishedAt: null, rowsKeptUntil: null },
      ...{ actorId, actorHeld: ['users:activate'], updatedAt: now },
    },
  })
  await queueImportWork(db(), id, now)
}

/** Stores the progress of a batch in which 0.2.0 accepted all rows. */
async function processByOlder(id: string, processed: number): Promise<void> {
  const progress = { processed, created: processed, refused: 0, withoutPassword: processed }
  const data = { ...progress, status: 'running', updatedAt: new Date() } as const
  await db().userImport.updateMany({ where: { id }, data })
}

async function reported(actor: SessionPrincipal, id: string) {
  const found = await getImport(actor, id, ctx())
  if (!found.ok) throw new Error(found.code)
  return found.import
}
const UNKNOWN = { verified: null, with_password: null, with_roles: null }

describe('beside an instance of 0.2.0', () => {
  it('a delegate’s dry run that an administrator imports there proves no address', async () => {
    const [uploader, runner] = [await delegate(), await administrator()]
    const rows = verified(2)
    const file = await importRows(uploader, rows, true)
    await runByOlder(runner, file.id)
    await workImports()
    expect(await reported(runner, file.id)).toMatchObject({
      ...{ created: 2, uploaded_by: uploader.userId, created_by: runner.userId },
      ...UNKNOWN,
    })
    for (const { email } of rows)
      expect(await db().user.findUniqueOrThrow({ where: { email } })).toMatchObject({
        firstVerifiedAt: null,
      })
  })

  it('one that its uploader imports there has no other uploader', async () => {
    const actor = await administrator()
    const [row] = verified(1)
    const file = await importRows(actor, [row!], true)
    await runByOlder(actor, file.id)
    await workImports()
    expect(await reported(actor, file.id)).toMatchObject({ created: 1, uploaded_by: null })
    const { firstVerifiedAt } = await db().user.findUniqueOrThrow({ where: { email: row!.email } })
    expect(firstVerifiedAt).not.toBeNull()
  })

  it('a dry run of which it processed some rows shows no counts rather than too low ones', async () => {
    const actor = await delegate()
    const { id } = await startRows(actor, verified(150), true)
    await processByOlder(id, 100)
    expect(await reported(actor, id)).toMatchObject({ processed: 100, ...UNKNOWN })
    await workImports()
    expect(await reported(actor, id)).toMatchObject({ created: 150, ...UNKNOWN })
  })

  it('nor if it processed the last ones', async () => {
    const actor = await delegate()
    const { id } = await startRows(actor, verified(150), true)
    await importBatch(id, new Date())
    expect(await reported(actor, id)).toMatchObject({ processed: 100, verified: 100 })
    await processByOlder(id, 150)
    expect(await reported(actor, id)).toMatchObject({ processed: 150, ...UNKNOWN })
  })

  it('keeps counts of zero over several batches that only this version processes', async () => {
    const actor = await delegate()
    const rows = verified(150).map(({ email }) => ({ email }))
    expect(await importRows(actor, rows, true)).toMatchObject({
      ...{ created: 150, verified: 0, with_password: 0, with_roles: 0 },
    })
  })
})
