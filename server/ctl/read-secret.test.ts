import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { faultOf } from '@/server/ctl/faults'
import { readSecret } from '@/server/ctl/read-secret'

afterEach(() => vi.restoreAllMocks())

/** A terminal at which these keys are pressed. */
function pressing(keys: string): void {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  terminal.write(keys)
}

it.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('is canceled with %s', async (_, key) => {
  pressing(key)
  const error = await readSecret('Password').catch((error: unknown) => error)
  expect(faultOf(error)).toEqual({ code: 'canceled', message: 'Canceled.', exitCode: 130 })
})
