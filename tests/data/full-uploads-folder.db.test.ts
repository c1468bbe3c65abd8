import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import * as uploads from '@/app/api/v1/uploads/route'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { describeIf } from '@/tests/kit/describe-if'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { SmallDisk } from '@/tests/kit/small-disk'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { multipartBody } from '@/tests/kit/upload-files'
import { newStorageKey, storage } from '@/lib/uploads/storage'

useTestDatabase()

describeIf(SmallDisk.isSupported(), 'mounting a file system is refused')(
  'a full disk of UPLOADS_DIR',
  () => {
    let disk: SmallDisk
    let gateway: Awaited<ReturnType<typeof openTestGateway>>
    beforeAll(async () => {
      disk = SmallDisk.create(1)!
      await syncCatalog(new Date())
      gateway = await openTestGateway({
        routes: [{ path: '/api/v1/uploads', handlers: { ...uploads } }],
        env: { DATA_DIR: temporaryFolder(), UPLOADS_DIR: disk.folder },
        pages: async (_, res) => void res.end(),
      })
      // The folders exist, so that only the bytes lack space.
      await storage().put(newStorageKey(), Buffer.from('x'), 'text/plain')
    })
    afterAll(async () => {
      await gateway.close()
      disk.remove()
    })

    const files = () =>
      readdirSync(disk.folder, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && entry.name !== 'ballast',
      ).length
    const fill = () => {
      disk.fill()
      onTestFinished(() => disk.free())
      const logged = vi.spyOn(logger(), 'error').mockReturnValue(undefined)
      onTestFinished(() => logged.mockRestore())
      return logged
    }
    const advice = expect.stringContaining('UPLOADS_DIR') as string

    it('is not reported as one of the database while a file is received', async () => {
      const { id } = await makeUser({ admin: true })
      const { accessToken } = await makeSession(id, testContext())
      const { type, body } = multipartBody([
        { name: 'file', fileName: 'a.txt', type: 'text/plain', content: 'x'.repeat(9000) },
      ])
      const send = () =>
        fetch(`http://127.0.0.1:${gateway.port}/api/v1/uploads`, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
          body: new Uint8Array(body),
        })
      const before = files()
      const logged = fill()
      const answer = await send()
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
      expect(await answer.json()).toMatchObject({
        code: 'unavailable',
        detail: expect.stringContaining('can’t be stored') as string,
      })
      expect(logged).toHaveBeenCalledWith(expect.objectContaining({ folder: disk.folder }), advice)
      expect([files(), await db().upload.count()]).toEqual([before, 0])
      disk.free()
      expect((await send()).status).toBe(201)
    })

    it('is not reported as one of the database while a file is stored', async () => {
      const before = files()
      const logged = fill()
      const put = storage().put(newStorageKey(), Buffer.alloc(9000, 'x'), 'text/plain')
      await expect(put).rejects.toMatchObject({ refusal: { code: 'unavailable' } })
      expect(logged).toHaveBeenCalledWith(expect.anything(), advice)
      expect(files()).toBe(before)
    })
  },
)
