import { beforeEach, describe, expect, it } from 'vitest'
import { SilenceBreaker } from '@/lib/platform/db/server-pool'

let time = 0
let breaker: SilenceBreaker
beforeEach(() => {
  time = 0
  breaker = new SilenceBreaker(() => time)
})

describe('a database that hangs', () => {
  it('is asked by one caller in half a second once a question went unanswered', () => {
    time = 1700
    breaker.unanswered()
    expect(breaker.admits()).toBe(false)
    time += 500
    expect(breaker.admits()).toBe(true)
    expect(breaker.admits()).toBe(false)
    time += 500
    expect(breaker.admits()).toBe(true)
  })

  it('is asked by everybody again with its first word', () => {
    time = 1700
    breaker.unanswered()
    breaker.answered()
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
  })

  it('stays barred while more and more old questions run out', () => {
    time = 1700
    breaker.unanswered()
    time += 400
    breaker.unanswered()
    expect(breaker.admits()).toBe(false)
    time += 100
    expect(breaker.admits()).toBe(true)
  })
})

describe('a database that answers somebody', () => {
  it('is not taken for one that hangs because one statement was slow', () => {
    time = 1500
    breaker.answered()
    time = 1700
    breaker.unanswered()
    expect(breaker.admits()).toBe(true)
  })
})
