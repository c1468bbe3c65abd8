import { readdirSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { lockUser } from '@/lib/accounts/user.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertAdministrator } from '@/tests/kit/administrators'
import { won } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { lineUp } from '@/tests/kit/line-up'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { principalOf } from '@/tests/kit/principal-of'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { picture, receivedFile } from '@/tests/kit/upload-files'
import { chooseAvatar } from '@/lib/uploads/avatar'
import { deleteUpload } from '@/lib/uploads/delete-upload'
import { storeUpload } from '@/lib/uploads/store-upload'
import { sweepUploads } from '@/lib/uploads/upload.jobs'

const folder = temporaryFolder()
const FILE = receivedFile('0123456789', 'text/plain')
const AT_ONCE = Array.from({ length: 20 })
const WITHIN_MS = 10_000

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: folder })
  await syncCatalog(new Date())
})

const objects = () =>
  readdirSync(`${folder}/uploads`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const upload = (userId: string) => storeUpload(FILE, { userId, purpose: 'file' }, ctx())

it.each([
  ['files', { UPLOADS_MAX_FILES: '3' }, 3],
  ['bytes', { UPLOADS_QUOTA_BYTES: '45' }, 4],
])(
  'accepts as many of twenty concurrent uploads as the quota of %s allows',
  async (_, env, room) => {
    useSettings({ DATA_DIR: folder, ...env })
    const { id } = await insertUser()
    await upload((await insertUser()).id)
    const before = objects()
    const results = await Promise.all(AT_ONCE.map(() => upload(id)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(room)
    for (const result of results) if (!result.ok) expect(result.code).toBe('quota_exceeded')
    expect(await db().upload.count({ where: { userId: id } })).toBe(room)
    expect(objects()).toHaveLength(before.length + room)
  },
)

it('deletes and audits an upload once under twenty concurrent requests', async () => {
  useSettings({ DATA_DIR: folder })
  const { id: userId } = await insertUser()
  const made = await upload(userId)
  if (!made.ok) throw new Error(made.code)
  const { id } = made.upload
  const results = await Promise.all(AT_ONCE.map(() => deleteUpload({ id, userId }, ctx())))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await db().auditRecord.count({ where: { targetId: id, action: 'upload.deleted' } })).toBe(
    1,
  )
})

it('keeps few of twenty concurrent uploads in memory until they are stored', async () => {
  useSettings({ DATA_DIR: folder })
  const { id: userId } = await insertUser()
  const held = { now: 0, most: 0 }
  const bytes = () => {
    held.most = Math.max(held.most, ++held.now)
    return FILE.bytes()
  }
  const uploads = AT_ONCE.map(() =>
    storeUpload({ ...FILE, bytes }, { userId, purpose: 'file' }, ctx()).finally(() => held.now--),
  )
  expect((await Promise.all(uploads)).every(({ ok }) => ok)).toBe(true)
  // Two being processed, and two finishing as the next ones start.
  expect(held.most).toBeLessThanOrEqual(4)
})

it.each(['a deletion', 'a choice'])(
  'leaves no avatar if an upload is chosen and deleted at once, %s first',
  async (winner) => {
    useSettings({ DATA_DIR: folder })
    const { id: userId } = await insertUser()
    const me = await principalOf(userId)
    const image = receivedFile(await picture().png().toBuffer(), 'image/png')
    const made = await storeUpload(image, { userId, purpose: 'avatar' }, ctx())
    if (!made.ok) throw new Error(made.code)
    const { id } = made.upload
    const discard = () => deleteUpload({ id, userId }, ctx())
    const choose = () => chooseAvatar(id, me, ctx())
    const deletion = winner === 'a deletion'
    const { first, others } = await lineUp({
      hold: (tx) => lockUser(tx, userId),
      first: deletion ? discard : choose,
      others: (n) => (n === 0 && !deletion ? discard() : choose()),
    })
    expect(first).toEqual({ ok: true })
    if (!deletion) expect(others.shift()).toEqual({ ok: true })
    for (const result of others) if (!result.ok) expect(result.code).toBe('validation_failed')
    expect(won(others)).toBeLessThan(deletion ? 1 : others.length)
    expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({
      avatarUploadId: null,
    })
  },
)

it.each([
  ['deleted', (id, { userId }) => deleteUpload({ id, userId }, ctx())],
  ['chosen', (id, me) => chooseAvatar(id, me, ctx())],
] as [string, (id: string, me: SessionPrincipal) => Promise<{ ok: boolean }>][])(
  'an avatar that is %s does not deadlock with the deletion of the account',
  async (what, act) => {
    useSettings({ DATA_DIR: folder })
    const admin = await principalOf((await insertAdministrator()).id)
    const { id: userId } = await insertUser()
    const me = await principalOf(userId)
    const image = receivedFile(await picture().png().toBuffer(), 'image/png')
    const made = await storeUpload(image, { userId, purpose: 'avatar' }, ctx())
    if (!made.ok) throw new Error(made.code)
    const { id } = made.upload
    if (what === 'deleted') expect(await chooseAvatar(id, me, ctx())).toEqual({ ok: true })
    const running = await inTransaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM uploads WHERE id = ${id}::uuid FOR UPDATE`
      const acted = act(id, me)
      await lockWaiters(1)
      const deleted = changeUserStatus(admin, { move: 'delete', userId }, ctx())
      await lockWaiters(2)
      return { acted, deleted }
    })
    expect([(await running.acted).ok, (await running.deleted).ok]).toEqual([true, true])
    const user = await db().user.findUniqueOrThrow({ where: { id: userId } })
    expect(user).toMatchObject({ status: 'deleted', avatarUploadId: null })
  },
)

it('leaves no file of uploads made while their account is deleted', async () => {
  useSettings({ DATA_DIR: folder })
  const admin = await principalOf((await insertAdministrator()).id)
  for (let round = 0; round < 5; round++) {
    const { id } = await insertUser()
    // The sweep may also remove what earlier tests left.
    const before = objects()
    const uploads = AT_ONCE.map(() => upload(id))
    await uploads[round]
    await Promise.all([...uploads, changeUserStatus(admin, { move: 'delete', userId: id }, ctx())])
    await until('nothing is left of them', WITHIN_MS, async () => {
      await sweepUploads(new Date(), { alone: false })
      return (await db().upload.count({ where: { userId: id } })) === 0
    })
    expect(objects().filter((name) => !before.includes(name))).toEqual([])
  }
})
