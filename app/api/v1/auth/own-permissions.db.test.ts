import { expect, it } from 'vitest'
import * as permissions from '@/app/api/v1/auth/permissions/route'
import { insertUser } from '@/lib/testing/insert-user'
import { makeSession } from '@/lib/testing/make-user'
import { testContext } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'

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
