import { expect, it } from 'vitest'
import { faultOf } from '@/server/ctl/faults'

const failure = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more })

it('does not take an error of a file for a database that is away', () => {
  expect(faultOf(failure('ETIMEDOUT', { path: '/mnt/backups' }))).toMatchObject({ code: 'failed' })
  expect(faultOf(failure('ETIMEDOUT'))).toMatchObject({ code: 'database_away', exitCode: 2 })
})
