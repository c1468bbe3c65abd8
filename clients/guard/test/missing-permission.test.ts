import { expect, it } from 'vitest'
import { requirePermission as withExpress } from '../src/express.js'
import { requirePermission as withFastify } from '../src/fastify.js'
import type { Guard } from '../src/index.js'
import { requirePermission as withHono } from '../src/hono.js'
import { stage } from './gatehouse-stand-in.js'

type Require = (guard: Guard, permission: string) => unknown

/** What reaches the guard when the name of a constant is misspelled, or a setting is empty. */
const MISTAKES = [undefined, null, '', [], ['shop:orders:read'], {}, true] as never[]

it.each<[string, Require]>([
  ['Express', withExpress],
  ['Fastify', withFastify],
  ['Hono', withHono],
])('a route of %s is not opened to everyone by an invalid permission', async (_, require) => {
  const { guard } = await stage()
  for (const mistake of MISTAKES) expect(() => require(guard, mistake)).toThrow(TypeError)
  expect(require(guard, 'shop:orders:read')).toBeTypeOf('function')
})

it('a check rejects an invalid permission, and asks nothing', async () => {
  const { gatehouse, guard } = await stage()
  const bearer = gatehouse.bearer()
  for (const mistake of MISTAKES.filter((one) => one !== null))
    await expect(guard.check(bearer, mistake)).rejects.toThrow(TypeError)
  expect(gatehouse.asked).toEqual([])
})

it('a check admits every signed-in user if it is told to', async () => {
  const { gatehouse, guard } = await stage()
  const bearer = gatehouse.bearer()
  gatehouse.permissions = []
  expect(await guard.check(bearer)).toMatchObject({ ok: true })
  expect(await guard.check(bearer, null, { method: 'POST' })).toMatchObject({ ok: true })
})
