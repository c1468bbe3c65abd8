import { expect, it } from 'vitest'
import { GET } from '@/app/api/v1/auth/oauth/[provider]/route'
import { db } from '@/lib/platform/db/database'
import { APPS, useProviders } from '@/tests/kit/external-journey'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
useProviders()

const start = (site: string | null, query = '') =>
  GET(
    new Request(`http://localhost:3000/api/v1/auth/oauth/google${query}`, {
      headers: site === null ? {} : { 'sec-fetch-site': site },
    }),
    { params: Promise.resolve({ provider: 'google' }) },
  )

it('starts no sign-in from a link on another site, and writes nothing', async () => {
  const answer = await start('cross-site')
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
  expect(await db().oauthFlow.count()).toBe(0)
})

it.each([null, 'none', 'same-origin', 'same-site'])('starts one otherwise (%s)', async (site) => {
  expect((await start(site)).status).toBe(302)
  expect(await db().oauthFlow.count()).toBe(1)
})

it('starts one from the site of a web app that names its redirect_uri', async () => {
  const app = {
    redirect_uri: APPS[1]!,
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
    state: 'of the app',
  }
  const answer = await start('cross-site', `?${new URLSearchParams(app).toString()}`)
  expect(answer.status).toBe(302)
  expect(await db().oauthFlow.count()).toBe(1)
})
