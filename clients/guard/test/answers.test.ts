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
