import { expect, it } from 'vitest'
import { describeError, describeStack, reasonOf } from '@/lib/platform/describe-error'

const TOKEN = 'pZ3_kq9-'.repeat(6).slice(0, 43)

it('keeps tokens out of the jobs table and the log', () => {
  const error = new Error(`refused: https://x.example/auth/reset-password?token=${TOKEN}`)
  expect(describeError(error)).toBe(
    'Error: refused: https://x.example/auth/reset-password?token=[masked]',
  )
  expect(describeStack(error)).not.toContain(TOKEN)
})

it("shortens a server's answer to one line", () => {
  expect(describeError(new TypeError('a\r\nb\0c\u001b[2J'))).toBe('TypeError: a b c [2J')
  expect(describeError('x '.repeat(1000))).toHaveLength(500)
  expect(describeStack('no error')).toBeUndefined()
})

it.each([
  ['prisma.user.findMany', "Can't reach database server at db:5432"],
  [
    'prisma.$queryRaw',
    "Raw query failed. Code: `N/A`. Message: `Can't reach database server at db:5432`",
  ],
])('tells what the database said in one line, without the call of %s', (call, message) => {
  const error = new Error(`\nInvalid \`${call}()\` invocation:\n\n\n${message}`)
  expect(reasonOf(error)).toBe("Can't reach database server at db:5432")
  expect(describeError(error)).toBe("Error: Can't reach database server at db:5432")
})

it('names the code of an error without a message', () => {
  expect(reasonOf(Object.assign(new Error(''), { code: 'ECONNREFUSED' }))).toBe('ECONNREFUSED')
})
