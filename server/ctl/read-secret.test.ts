import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { faultOf } from '@/server/ctl/faults'
import { readSecret } from '@/server/ctl/read-secret'

afterEach(() => vi.restoreAllMocks())

/** Makes this the input, which stays open. */
function input(text: string, isTTY: boolean): void {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  stdin.write(text)
}

const read = () => readSecret('Password').catch((error: unknown) => error)

it.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('is canceled with %s', async (_, key) => {
  input(key, true)
  expect(faultOf(await read())).toEqual({ code: 'canceled', message: 'Canceled.', exitCode: 130 })
})

it.each(['four words\n', 'four words\r\n', 'four words\n\n'])(
  'reads the only line without waiting for the end of stdin: %j',
  async (text) => {
    input(text, false)
    expect(await read()).toBe('four words')
  },
)

it.each([
  ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n'],
  ['a binary file', 'x'.repeat(70_000)],
])('refuses %s, piped by mistake', async (_, text) => {
  input(text, false)
  expect(faultOf(await read())).toMatchObject({ code: 'secret_invalid', exitCode: 1 })
})
