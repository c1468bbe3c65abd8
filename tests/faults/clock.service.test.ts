import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, inject, it } from 'vitest'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { describeIf } from '@/tests/kit/describe-if'
import { insertUser } from '@/tests/kit/insert-user'
import { useLiveInstances } from '@/tests/kit/live-instances'
import { PASSWORD } from '@/tests/kit/make-user'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'
import { ask, expectAnswer } from '@/tests/kit/session-client'

const LIBRARY = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find((path) => existsSync(path))

const describeWithClock = describeIf(
  LIBRARY !== undefined && inject('testServerUrl') !== '',
  'no libfaketime (Debian: apt-get install faketime), or no PostgreSQL server',
)

describeWithClock('an instance whose clock is wrong', () => {
  const file = join(temporaryFolder(), 'clock')
  const setClock = (offset: string) => writeFileSync(file, `${offset}\n`)
  setClock('+0s')
  const live = useLiveInstances(2)
  let email: string
  beforeAll(async () => {
    await live.restart(1, {
      LD_PRELOAD: LIBRARY!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    email = (await insertUser({ passwordHash: await hashPassword(PASSWORD) })).email
  }, 180_000)
  afterEach(() => setClock('+0s'))

  const RIGHT = 0
  const WRONG = 1
  const signIn = (n: number) =>
    expectAnswer(200, live.url(n), 'POST', '/auth/login', { body: { email, password: PASSWORD } })
  const refresh = (n: number, token: string, key?: string) =>
    ask(live.url(n), 'POST', '/auth/refresh', { body: { refresh_token: token }, key })
  const expectAccepted = async (token: string) => {
    for (const n of [RIGHT, WRONG]) await expectAnswer(200, live.url(n), 'GET', '/me', { token })
  }
  /** The instance's own time, from the Date header. */
  const secondsAhead = async () => {
    const { headers } = await fetch(`${live.url(WRONG)}/healthz`)
    return Math.round((Date.parse(headers.get('date')!) - Date.now()) / 1000)
  }
  const step = async (offset: string) => {
    setClock(offset)
    await until(`the clock shows ${offset}`, 10_000, async () => {
      return Math.abs((await secondsAhead()) - Number.parseInt(offset, 10)) <= 5
    })
  }

  it.each(['+90s', '-90s'])('by %s signs no one out, here or on others', async (offset) => {
    await step(offset)
    for (const [at, then] of [
      [RIGHT, WRONG],
      [WRONG, RIGHT],
    ] as const) {
      const tokens = await signIn(at)
      await expectAccepted(tokens.access_token)
      const first = await refresh(then, tokens.refresh_token)
      expect(first.status).toBe(200)
      await expectAccepted(first.body.access_token)
      const second = await refresh(at, first.body.refresh_token)
      expect(second.status).toBe(200)
      await expectAccepted(second.body.access_token)
    }
  })

  it.each(['+90s', '-90s'])('by %s accepts a refresh token once', async (offset) => {
    await step(offset)
    const { refresh_token: token } = await signIn(RIGHT)
    expect((await refresh(WRONG, token)).status).toBe(200)
    for (const n of [RIGHT, WRONG])
      expect((await refresh(n, token)).body.code).toBe('refresh_token_reused')
  })

  it.each(['+90s', '-90s'])('by %s repeats a lost response, here or on others', async (offset) => {
    await step(offset)
    for (const [at, then] of [
      [RIGHT, WRONG],
      [WRONG, RIGHT],
    ] as const) {
      const { refresh_token: token } = await signIn(at)
      const key = randomUUID()
      const lost = await refresh(at, token, key)
      expect(lost.status).toBe(200)
      for (const n of [then, at]) {
        const again = await refresh(n, token, key)
        expect(again.status).toBe(200)
        expect(again.body.refresh_token).toBe(lost.body.refresh_token)
        await expectAccepted(again.body.access_token)
      }
    }
  })

  it.each(['+90s', '-90s'])('by %s locks no one who signs in correctly', async (offset) => {
    await step(offset)
    // Eight at once: a busy machine refuses more (`overloaded`), which is no lock.
    for (let round = 0; round < 2; round += 1)
      await Promise.all(Array.from({ length: 8 }, (_, i) => signIn(i % 2 ? WRONG : RIGHT)))
    await signIn(RIGHT)
  })

  it('signs no one out when the clock is set back', async () => {
    await step('+90s')
    const { access_token: access, refresh_token: token } = await signIn(WRONG)
    await step('+0s')
    await expectAccepted(access)
    const renewed = await refresh(WRONG, token)
    expect(renewed.status).toBe(200)
    await expectAccepted(renewed.body.access_token)
  })
})
