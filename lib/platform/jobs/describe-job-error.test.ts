import { expect, it } from 'vitest'
import { describeJobError, describeJobStack } from '@/lib/platform/jobs/run-jobs'

const TOKEN = 'pZ3_kq9-'.repeat(6).slice(0, 43)

it('keeps tokens out of the jobs table and the log', () => {
  const error = new Error(`refused: https://x.example/auth/reset-password?token=${TOKEN}`)
  expect(describeJobError(error)).toBe(
    'Error: refused: https://x.example/auth/reset-password?token=[masked]',
  )
  expect(describeJobStack(error)).not.toContain(TOKEN)
})

it("shortens a server's answer to one line", () => {
  expect(describeJobError(new TypeError('a\r\nb\0c\u001b[2J'))).toBe('TypeError: a b c [2J')
  expect(describeJobError('x '.repeat(1000))).toHaveLength(500)
  expect(describeJobStack('no error')).toBeUndefined()
})
