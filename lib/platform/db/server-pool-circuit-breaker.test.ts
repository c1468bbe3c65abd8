import { beforeEach, describe, expect, it } from 'vitest'
import { CircuitBreaker } from '@/lib/platform/db/server-pool'

let time = 0
let breaker: CircuitBreaker
beforeEach(() => {
  time = 0
  breaker = new CircuitBreaker(() => time)
})

describe('a database that hangs', () => {
  it('is probed by one caller per half second after a query went unanswered', () => {
    time = 1700
    breaker.unanswered()
    expect(breaker.admits()).toBe(false)
    time += 500
    expect(breaker.admits()).toBe(true)
    expect(breaker.admits()).toBe(false)
    time += 500
    expect(breaker.admits()).toBe(true)
  })

  it('is available to all callers again after its first answer', () => {
    time = 1700
    breaker.unanswered()
    breaker.answered()
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
  })

  it('stays blocked while more and more old queries time out', () => {
    time = 1700
    breaker.unanswered()
    time += 400
    breaker.unanswered()
    expect(breaker.admits()).toBe(false)
    time += 100
    expect(breaker.admits()).toBe(true)
  })
})

describe('a database that answers other queries', () => {
  it('is not treated as hanging because one statement was slow', () => {
    time = 1500
    breaker.answered()
    time = 1700
    breaker.unanswered()
    expect(breaker.admits()).toBe(true)
  })
})
