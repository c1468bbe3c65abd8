import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { insertAdministrator } from '@/tests/kit/administrators'
import {
  apiOperations,
  callOperation,
  type Operation,
} from '@/tests/kit/contract/declared-handlers'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let operations: Operation[] = []
let admin = ''
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  operations = await apiOperations()
  admin = (await insertAdministrator()).id
})

const ask = (path: string, limit?: string) => {
  const list = operations.find(({ name }) => name === `GET /api/v1${path}`)!
  return callOperation(list, { as: admin, query: limit === undefined ? {} : { limit } })
}

it.each(['/rbac/permissions', '/profile-fields', '/me/passkeys', '/me/identities'])(
  'GET %s answers as a list does: with its only page, and refusing a limit out of range',
  async (path) => {
    for (const limit of [undefined, '1', '200']) {
      const answer = await ask(path, limit)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        data: expect.any(Array),
        page: { next_cursor: null, has_more: false },
      })
    }
    for (const limit of ['0', '05', '201', '-1', 'x', '']) {
      const answer = await ask(path, limit)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: '/limit', code: 'out_of_range' }],
      })
    }
  },
)
