import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pause, reasonOf, unlessAborted, withDeadline } from '@/clients/typescript/src/waiting'

/** As in React Native: `abort` gives no reason, and there is no `DOMException`. */
class PlainController {
  readonly signal = new EventTarget() as AbortSignal & { aborted: boolean }
  abort(): void {
    Object.assign(this.signal, { aborted: true })
    this.signal.dispatchEvent(new Event('abort'))
  }
}

describe('where signals have no reason', () => {
  beforeEach(() => {
    vi.stubGlobal('DOMException', undefined)
    vi.stubGlobal('AbortController', PlainController)
  })
  afterEach(() => void vi.unstubAllGlobals())

  it.each([
    ['a pause', (signal: AbortSignal) => pause(60_000, signal)],
    ['a wait', (signal: AbortSignal) => unlessAborted(new Promise(() => undefined), signal)],
  ])('%s ends with an AbortError', async (_, wait) => {
    const controller = new AbortController()
    const waiting = wait(controller.signal)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('a deadline passes the abort on', () => {
    const controller = new AbortController()
    const deadline = withDeadline(60_000, controller.signal)
    controller.abort()
    expect(deadline.signal.aborted).toBe(true)
    deadline.clear()
  })
})

it.each(['enough', 0, null, new Error('enough')])('keeps any reason of a signal: %s', (reason) => {
  expect(reasonOf(AbortSignal.abort(reason))).toBe(reason)
})
