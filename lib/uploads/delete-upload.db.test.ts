import { expect, it, vi } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { deleteUpload } from '@/lib/uploads/delete-upload'
import { storage } from '@/lib/uploads/storage'
import { insertUser } from '@/tests/kit/insert-user'
import { stored } from '@/tests/kit/stored-upload'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()

it('waits only for the storage of the deleted file, not for files deleted earlier', async () => {
  useSettings({ DATA_DIR: temporaryFolder() })
  const { id: userId } = await insertUser()
  const [earlier, upload] = [await stored(userId), await stored(userId)]
  await db().upload.update({
    where: { id: earlier.id },
    data: { status: 'deleting', statusAt: new Date(0) },
  })
  const remove = vi.spyOn(storage(), 'remove')
  expect(await deleteUpload({ id: upload.id.toUpperCase(), userId }, ctx())).toEqual({ ok: true })
  expect(remove).toHaveBeenCalledTimes(1)
  remove.mockRestore()
  const rows = await db().upload.findMany({ where: { userId }, select: { id: true } })
  expect(rows).toEqual([{ id: earlier.id }])
})
