import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepOffering } from '@/components/passkeys/keep-offering'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
/** The ages, in seconds, at which the page made an offer. */
let offers: number[]
let busy: boolean
let stop: () => void
let mayBegin: () => boolean

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  page.visibilityState = 'visible'
  busy = false
  offers = []
  const start = Date.now()
  stop = keepOffering({
    offer: (check) => {
      mayBegin = check
      offers.push((Date.now() - start) / 1000)
      return new Promise(() => {})
    },
    isBusy: () => busy,
    onAnswer: () => {},
  })
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function wait(seconds: number, visibility = page.visibilityState) {
  if (visibility !== page.visibilityState) {
    page.visibilityState = visibility
    page.dispatchEvent(new Event('visibilitychange'))
  }
  vi.advanceTimersByTime(seconds * 1000)
}

test('an offer is renewed before its challenge expires', () => {
  wait(500)
  expect(offers).toEqual([0, 240, 480])
})

test('a user who returns to the page gets a valid offer, renewed in time', () => {
  wait(100)
  wait(210, 'hidden')
  wait(500, 'visible')
  expect(offers).toEqual([0, 310, 550, 790])
})

test('a user who was away for a short time keeps the offer', () => {
  wait(100)
  wait(50, 'hidden')
  wait(10, 'visible')
  expect(offers).toEqual([0])
})

test('no offer interrupts the ceremony of the button, not even one that is being prepared', () => {
  expect(mayBegin()).toBe(true)
  busy = true
  expect(mayBegin()).toBe(false)
  wait(300)
  expect(offers).toEqual([0])
  busy = false
  wait(300)
  expect(offers).toEqual([0, 480])
})

test('a page that was left makes no further offers', () => {
  stop()
  wait(500)
  expect(offers).toEqual([0])
  expect(mayBegin()).toBe(false)
})
