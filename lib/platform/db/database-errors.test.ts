import { expect, it } from 'vitest'
import { diskFaultOf, isDatabaseAway } from '@/lib/platform/db/database-errors'

const failure = (code: string) => Object.assign(new Error(code), { code })

it.each(['EAI_AGAIN', 'ENOTFOUND', 'ENETUNREACH', 'ECONNREFUSED', '53100', '58030'])(
  '%s counts as an outage',
  (code) => {
    expect(isDatabaseAway(failure(code))).toBe(true)
    const byPrisma = { code: 'P2010', meta: { driverAdapterError: { cause: failure(code) } } }
    expect(isDatabaseAway(byPrisma)).toBe(true)
  },
)

it("a fatal server fault counts as an outage, but a refused login doesn't", () => {
  const ended = (code: string, severity: string) => Object.assign(failure(code), { severity })
  const away = [
    ended('XX000', 'FATAL'),
    { code: 'P2010', meta: { driverAdapterError: { cause: ended('XX000', 'FATAL') } } },
  ]
  expect(away.map(isDatabaseAway)).toEqual([true, true])
  const refused = ['28P01', '3D000', '42501', '08P01'].map((code) => ended(code, 'FATAL'))
  const others = [ended('XX000', 'ERROR'), ended('25P03', 'FATAL'), ...refused]
  expect(others.filter(isDatabaseAway)).toEqual([])
})

it("a missing Unix socket counts as an outage, but another missing file doesn't", () => {
  const message = 'connect ENOENT /run/postgresql/.s.PGSQL.5432'
  const socket = Object.assign(new Error(message), { code: 'ENOENT' })
  const byPrisma = Object.assign(
    new Error(`Invalid \`prisma.$queryRaw()\` invocation:\n\n${message}`),
    {
      code: 'ENOENT',
    },
  )
  expect([socket, byPrisma].map(isDatabaseAway)).toEqual([true, true])
  const file = Object.assign(new Error("ENOENT: no such file or directory, open '/missing'"), {
    code: 'ENOENT',
    path: '/missing',
  })
  expect(isDatabaseAway(file)).toBe(false)
})

it('tells a full disk from a read-only one, and from other faults', () => {
  const faults = ['ENOSPC', 'EDQUOT', '53100', 'EROFS', 'EACCES', '23505'].map(failure)
  expect(faults.map(diskFaultOf)).toEqual(['full', 'full', 'full', 'read-only', null, null])
})
