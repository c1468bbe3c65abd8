import { expect, it } from 'vitest'
import { ReplicaAge, STALE_AFTER_MS } from '@/lib/platform/db/replica'

it('a replica is not read before it has proven its age', () => {
  const age = new ReplicaAge()
  expect(age.isFresh(0)).toBe(false)
  age.primaryWas(100n, 0)
  age.replicaHas(99n)
  expect(age.isFresh(0)).toBe(false)
  age.replicaHas(100n)
  expect(age.isFresh(0)).toBe(true)
})

it('is as old as the last position of the primary that it reached', () => {
  const age = new ReplicaAge()
  age.primaryWas(100n, 0)
  age.primaryWas(200n, 1000)
  age.replicaHas(150n)
  expect(age.isFresh(STALE_AFTER_MS)).toBe(true)
  expect(age.isFresh(STALE_AFTER_MS + 1)).toBe(false)
  age.replicaHas(200n)
  expect(age.isFresh(STALE_AFTER_MS + 1000)).toBe(true)
})

it('a replica that is cut off from the primary grows old, although it has all it received', () => {
  const age = new ReplicaAge()
  for (let second = 0; second < 20; second++) {
    age.primaryWas(100n + BigInt(second), second * 1000)
    age.replicaHas(100n)
  }
  expect(age.isFresh(20_000)).toBe(false)
})

it('a replica without the primary to compare with grows old', () => {
  const age = new ReplicaAge()
  age.primaryWas(100n, 0)
  for (let second = 0; second < 20; second++) age.replicaHas(1000n)
  expect(age.isFresh(STALE_AFTER_MS + 1)).toBe(false)
})

it('a replica that failed has to prove its age again', () => {
  const age = new ReplicaAge()
  age.primaryWas(100n, 0)
  age.replicaHas(100n)
  age.forget()
  age.replicaHas(100n)
  expect(age.isFresh(0)).toBe(false)
})
