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
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

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
  const original = pool.query
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const names: unknown[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  pool.query = ((...given: unknown[]) => {
    const name = nameOf(given[0])
    names.push(name)
    return name === 'settle-successes' ? released.then(() => query(...given)) : query(...given)
  }) as typeof pool.query
  const connect = vi.spyOn(pool, 'connect')
  await signIn(email)
  const settled = collectedSuccesses().settleNow()
  expect(names).toEqual(['reserve-attempt', 'start-family', 'settle-successes'])
  // A transaction would take one more connection. On a server, each query takes one, too.
  expect(connect.mock.calls.length).toBeLessThanOrEqual(2)
  release()
  await settled
  pool.query = original
  connect.mockRestore()
})

it('does not wait until open pages know of a sign-in from a new device', async () => {
  const { email } = await makeUser()
  await signIn(email)
  const announced = vi.fn<(message: BusMessage) => void>()
  const unsubscribe = subscribe(announced)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  useTransport({ ...inProcessTransport, publishBeforeCommit: () => released })
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
