import { describe, expect, it } from 'vitest'
import { instantInZone } from '@/lib/platform/clock'

describe('a local time in a zone', () => {
  it.each([
    ['2026-11-21T14:05', 'UTC', '2026-11-21T14:05:00.000Z'],
    ['2026-11-21T14:05', 'Europe/Istanbul', '2026-11-21T11:05:00.000Z'],
    ['2026-07-01T00:30', 'Europe/Berlin', '2026-06-30T22:30:00.000Z'],
    ['2026-12-01T00:30', 'Europe/Berlin', '2026-11-30T23:30:00.000Z'],
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-11-21T14:05', 'America/St_Johns', '2026-11-21T17:35:00.000Z'],
    ['2026-11-21T14:05:30', 'Asia/Kathmandu', '2026-11-21T08:20:00.000Z'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(instantInZone(local, zone)?.toISOString()).toBe(instant)
  })

  it.each([
    ['', 'UTC'],
    ['tomorrow', 'UTC'],
    ['2026-13-01T00:00', 'UTC'],
    ['2026-11-21T25:00', 'UTC'],
    ['2026-11-21T14:05', 'Europe/Nowhere'],
    ['2026-11-21T14:05', ''],
    ['2026-11-21T14:05', '../../etc'],
  ])('%s in %s is invalid', (local, zone) => {
    expect(instantInZone(local, zone)).toBeNull()
  })
})
