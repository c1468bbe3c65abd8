import { beforeAll, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { login } from '@/lib/identity/sign-in/login'
import {
  type BusMessage,
  inProcessTransport,
  subscribe,
  useTransport,
} from '@/lib/platform/bus/bus'
import { database } from '@/lib/platform/db/database'
import { collectedSuccesses } from '@/lib/protection/login-guard/collected-successes'
import { makeUser, PASSWORD } from '@/lib/testing/make-user'
import { testContext } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function signIn(email: string) {
  const result = await login({ email, password: PASSWORD }, testContext())
  expect(result).toMatchObject({ ok: true })
}

const nameOf = (statement: unknown) => (statement as { name?: string }).name

it('waits for two statements at a sign-in, and settles the attempt without delaying the answer', async () => {
  const { email } = await makeUser()
  const { pool } = database()
  const query = pool.query.bind(pool) as (statement: unknown) => Promise<unknown>
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = vi.spyOn(pool, 'query')
  held.mockImplementation(((statement: unknown) =>
    nameOf(statement) === 'settle-successes'
      ? released.then(() => query(statement))
      : query(statement)) as never)
  await signIn(email)
  const settled = collectedSuccesses().settleNow()
  expect(held.mock.calls.map(([statement]) => nameOf(statement))).toEqual([
    'reserve-attempt',
    'start-family',
    'settle-successes',
  ])
  release()
  await settled
  held.mockRestore()
})

it('does not wait until open pages know of a sign-in from a new device', async () => {
  const { email } = await makeUser()
  await signIn(email)
  const announced = vi.fn<(message: BusMessage) => void>()
  const unsubscribe = subscribe(announced)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  useTransport({ ...inProcessTransport, publishInTransaction: () => released })
  await signIn(email)
  expect(announced).not.toHaveBeenCalled()
  release()
  await vi.waitFor(() =>
    expect(announced).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'inbox.changed' }),
      expect.anything(),
    ),
  )
  unsubscribe()
  useTransport(inProcessTransport)
})
