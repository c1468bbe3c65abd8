import { expect, it } from 'vitest'
import * as permissions from '@/app/api/v1/auth/permissions/route'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
useSettings()

it('a current copy is not sent again, also if a proxy weakened its tag', async () => {
  const { accessToken } = await makeSession((await insertUser()).id, testContext())
  const ask = (known?: string) => {
    const headers = new Headers({ authorization: `Bearer ${accessToken}` })
    if (known !== undefined) headers.set('if-none-match', known)
    const request = new Request('http://x/api/v1/auth/permissions', { headers })
    return permissions.GET(request, { params: Promise.resolve({}) })
  }
  const etag = (await ask()).headers.get('etag')!
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await ask(known)
    expect([known, answer.status, await answer.text()]).toEqual([known, 304, ''])
    expect(answer.headers.get('etag')).toBe(etag)
  }
  expect((await ask('W/"other"')).status).toBe(200)
})
