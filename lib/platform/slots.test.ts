import { describe, expect, it } from 'vitest'
import { Slots } from '@/lib/platform/slots'

describe('slots', () => {
  it('one holder cannot take more than its share, so others find some left', () => {
    const slots = new Slots(3)
    const first = slots.take('ann', 2)
    expect(slots.take('ann', 2)).not.toBeNull()
    expect(slots.take('ann', 2)).toBeNull()
    expect(slots.take('bob', 2)).not.toBeNull()
    first!()
    expect(slots.take('ann', 2)).not.toBeNull()
  })

  it('all holders together cannot take more than there are', () => {
    const slots = new Slots(2)
    const release = slots.take('ann', 2)
    slots.take('bob', 2)
    expect(slots.take('eve', 2)).toBeNull()
    release!()
    expect(slots.take('eve', 2)).not.toBeNull()
  })

  it('releasing a slot twice frees one', () => {
    const slots = new Slots(2)
    const release = slots.take('ann', 2)
    slots.take('ann', 2)
    release!()
    release!()
    expect(slots.take('ann', 2)).not.toBeNull()
    expect(slots.take('bob', 2)).toBeNull()
  })
})
