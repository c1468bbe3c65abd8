import { expect, it } from 'vitest'
import { problems } from '@/lib/platform/problems'
import { stage } from './gatehouse-stand-in.js'

const READ = 'shop:orders:read'
const UNAVAILABLE = { ok: false, code: 'unavailable' }

it.each(['account_disabled', 'mfa_enrolment_required', 'mfa_proof_required'] as const)(
  'tells users what Gatehouse says they lack: %s',
  async (code) => {
    const { gatehouse, guard } = await stage()
    gatehouse.faults.push({ status: 403, body: { code } })
    const decision = await guard.check(gatehouse.bearer(), READ)
    expect(decision).toEqual({ ok: false, code })
    const [status, title, detail] = problems[code]
    const { body } = guard.problem({ ok: false, code }, '/orders')
    expect(JSON.parse(body)).toMatchObject({ status, title, detail, code })
    expect(gatehouse.permissionRequests).toBe(1)
  },
)

it.each([[{ code: 'origin_not_allowed' }], [{ code: 'toString' }], [{}]])(
  'a 403 that says nothing about the user is no answer: %j',
  async (body) => {
    const { gatehouse, guard, errors } = await stage()
    gatehouse.faults.push({ status: 403, body })
    const bearer = gatehouse.bearer()
    expect(await guard.check(bearer, READ)).toEqual(UNAVAILABLE)
    expect(String(errors[0])).toContain('403')
  },
)

it.each([502, 503, 504])('one lost answer refuses no one: %i', async (status) => {
  const { gatehouse, guard, errors } = await stage()
  gatehouse.faults.push({ status })
  expect(await guard.check(gatehouse.bearer(), READ)).toMatchObject({ ok: true })
  expect(gatehouse.permissionRequests).toBe(2)
  expect(errors).toEqual([])
})

it.each(['/permissions', '/jwks.json'])('one cut connection refuses no one: %s', async (path) => {
  let cuts = 0
  const { gatehouse, guard } = await stage({
    fetch: (url, init) => {
      const isCut = new Request(url).url.endsWith(path) && cuts++ === 0
      return isCut ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)
    },
  })
  expect(await guard.check(gatehouse.bearer(), READ)).toMatchObject({ ok: true })
  expect(cuts).toBe(2)
})

it.each([
  ['a second failure', [{ status: 502 }, { status: 502 }], 2],
  ['a wish to be asked later', [{ status: 503, headers: { 'retry-after': '1' } }], 1],
  ['an error of its own', [{ status: 500 }], 1],
])('asks no third time, and not against its wish: %s', async (_, faults, asked) => {
  const { gatehouse, guard } = await stage()
  gatehouse.faults.push(...faults)
  expect(await guard.check(gatehouse.bearer(), READ)).toEqual(UNAVAILABLE)
  expect(gatehouse.permissionRequests).toBe(asked)
})

it('failures of one user’s requests refuse no other user while others are answered', async () => {
  const { gatehouse, guard } = await stage()
  for (let n = 0; n < 10; n++) {
    gatehouse.faults.push({ status: 500 })
    const failing = gatehouse.bearer({ sub: 'user-2', sid: 'session-2', jti: `2.${n}` })
    expect(await guard.check(failing, READ)).toEqual(UNAVAILABLE)
    expect(await guard.check(gatehouse.bearer({ jti: `1.${n}` }), READ)).toMatchObject({ ok: true })
  }
})

it('pauses after three failures in a row, and after one more while they go on', async () => {
  const { gatehouse, guard, clock } = await stage()
  await guard.check(gatehouse.bearer({ sid: 'session-2' }))
  const bearer = gatehouse.bearer()
  const refused = async (times: number) => {
    const before = gatehouse.permissionRequests
    for (let n = 0; n < times; n++) expect(await guard.check(bearer, READ)).toEqual(UNAVAILABLE)
    return gatehouse.permissionRequests - before
  }
  gatehouse.broken = true
  expect(await refused(10)).toBe(3)
  clock.advance(0.5)
  expect(await refused(10)).toBe(1)
  gatehouse.broken = false
  clock.advance(0.5)
  expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
})

it.each([
  ['https://id.example.org/', 'https://id.example.org'],
  ['urn:example:id', 'http://10.0.0.5:3000'],
])(
  'problems lead to the address that clients know, if the issuer is one: %s',
  async (issuer, to) => {
    const { guard } = await stage({ issuer, url: 'http://10.0.0.5:3000' })
    const { body } = guard.problem({ ok: false, code: 'token_missing' }, '/orders')
    expect(JSON.parse(body)).toMatchObject({ type: `${to}/docs/errors/token_missing` })
  },
)
