import { expect, it } from 'vitest'
import { Heartbeat } from '../src/heartbeat.js'

it.each([
  ['of a second', [0, 1000, 2000, 3000], 1500],
  ['of 5 seconds', [0, 5000, 10_000, 15_000], 7500],
  ['of a second, one of which was late', [0, 1000, 5000, 6000], 1500],
  ['of which there was only one', [0], 1500],
])('notices when a beat is late after beats %s', (_, beats, tolerance) => {
  const heartbeat = new Heartbeat()
  for (const at of beats) heartbeat.beat(at)
  const last = beats.at(-1)!
  expect(heartbeat.isRegular(last + tolerance)).toBe(true)
  expect(heartbeat.isRegular(last + tolerance + 1)).toBe(false)
})
